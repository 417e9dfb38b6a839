import { describe, expect, it } from 'vitest';
import { validate } from '../../../server/src/core/index.js';
import { analyse } from '../../support/analyse.js';
import { decodeReport } from '../../support/decodeReport.js';
import { masked } from '../../support/maskings.js';

const status = '{ "ExitCode": "50", "Output": "+ curl\\n+ exit 50", "ExecDuration": "12" }';
const message = `Enable failed: failed to execute command: command terminated with exit status=1\n[stdout]\n${status}\n\n[stderr]\ndate: bad\n`;
const extension = (text: string, code = 'ProvisioningState/failed/0'): object => ({
  name: 'vmssCSE',
  type: 'Microsoft.Azure.Extensions.CustomScript',
  statuses: [{ code, level: 'Error', message: text }],
});
const at = '/instanceView/extensions/0/statuses/0/message';
const view = (one: object): string => JSON.stringify({ name: 'vm', instanceView: { extensions: [one] } });
const codes = (name: string, text: string): string[] => validate(analyse(name, text)).problems.map(({ code }) => code);

describe('the message of the script extension', () => {
  it('is opened down to the provision status in an instance view', () => {
    const analysis = analyse('x.json', view(extension(message)));
    expect(decodeReport(analysis)).toMatchObject({
      layers: ['json', 'cse-status-text', 'json'],
      pointer: at,
      exitCode: '50',
      wrapperExitStatus: 1,
      status: { ExitCode: '50', Output: '+ curl\n+ exit 50' },
      stderr: 'date: bad',
      statuses: [{ pointer: at, layers: ['cse-status-text', 'json'] }],
    });
    const [found] = analysis.root.children;
    const [inner] = found?.payload.children ?? [];
    expect(inner?.payload.text).toBe(status);
    // Each character of the status leads to its own place in the file.
    const key = status.indexOf('ExecDuration');
    const place = inner?.payload.map.toOuter({ start: key, end: key + 12 });
    expect(analysis.text.slice(place?.start, place?.end)).toBe('ExecDuration');
  });

  it('is opened alone, in quotes that the portal escaped, and in the activity log', () => {
    expect(decodeReport(analyse('x.txt', message))).toMatchObject({
      layers: ['cse-status-text', 'json'],
      exitCode: '50',
      wrapperExitStatus: 1,
    });
    const statusMessage = JSON.stringify({
      error: {
        details: [
          {
            code: 'VMExtensionProvisioningError',
            message: `VM has reported a failure when processing extension 'vmssCSE'. Error message: "${message}".`,
          },
        ],
      },
    });
    const entry = JSON.stringify({ operationName: 'write', eventTimestamp: 't', properties: { statusMessage } });
    expect(decodeReport(analyse('x.json', entry))).toMatchObject({
      layers: ['json', 'json-string', 'cse-status-text', 'json'],
      pointer: '/properties/statusMessage#/error/details/0/message',
      exitCode: '50',
    });
  });

  it('is listed beside the payloads of a machine', () => {
    const text = JSON.stringify({
      osProfile: { customData: null },
      instanceView: { extensions: [extension(message)] },
    });
    const report = decodeReport(analyse('x.json', text));
    expect(report.payloads).toHaveLength(1);
    expect(report.statuses).toMatchObject([{ pointer: at, exitCode: '50' }]);
  });

  it('keeps its output without a provision status', () => {
    const text = view(extension('Enable failed: command terminated with exit status=50 [stdout]no json[stderr]'));
    expect(decodeReport(analyse('x.json', text))).toMatchObject({
      layers: ['json', 'cse-status-text'],
      wrapperExitStatus: 50,
      stdout: 'no json',
      stderr: '',
    });
    expect(codes('x.json', text)).not.toContain('status/not-told');
  });

  it('has a problem if it has no reason for a failure, but not for a success', () => {
    expect(codes('x.json', view(extension('Enable failed for some cause')))).toContain('status/not-told');
    expect(codes('x.json', view(extension('Enable failed: failed to parse handler settings')))).not.toContain(
      'status/not-told',
    );
    expect(codes('x.json', view(extension('ready', 'ProvisioningState/succeeded')))).toEqual([]);
  });

  it('has its secrets masked', () => {
    const secret = view(
      extension('Enable failed: exit status=5 [stdout]token=[stderr]TLS_BOOTSTRAP_TOKEN=abcdef.0123456789abcdef'),
    );
    const report = decodeReport(analyse('x.json', secret), { masking: masked() });
    expect(JSON.stringify(report.statuses)).not.toContain('0123456789abcdef');
  });
});

describe('the status file of an extension', () => {
  it('is detected by its content', () => {
    const report = (text: string): object => decodeReport(analyse('0.status', text));
    const formattedMessage = { lang: 'en', message };
    expect(report(JSON.stringify([{ version: '1.0', status: { status: 'error', formattedMessage } }]))).toMatchObject({
      layers: ['json', 'extension-status'],
      statuses: [{ pointer: '/0/status/formattedMessage/message', exitCode: '50' }],
    });
    expect(report('[{"status":"fine"}]')).toMatchObject({ layers: ['json'] });
  });

  it('of other extensions has no statuses', () => {
    const text = JSON.stringify([{ status: { operation: 'x', formattedMessage: { message: 'Backup done' } } }]);
    const analysis = analyse('0.status', text);
    expect(analysis.root.children).toEqual([]);
    expect(validate(analysis).problems).toEqual([]);
  });
});

describe('a document whose expressions are unknown', () => {
  const template = (customData: string): string =>
    JSON.stringify({
      $schema: 'https://x/deploymentTemplate.json#',
      contentVersion: '1',
      resources: [{ properties: { osProfile: { customData } } }],
    });

  it('has no format if none of its lines is known', () => {
    const layers = (text: string): readonly string[] => decodeReport(analyse('t.json', template(text))).layers;
    expect(layers("[base64(concat('#cloud-config\nhostname: ', parameters('a'), '\n'))]")).toEqual([
      'json',
      'arm-template',
      'arm-expression',
      'base64',
    ]);
    expect(layers("[base64(concat('#cloud-config\nhostname: ', parameters('a'), '\nlocale: C\n'))]")).toEqual([
      'json',
      'arm-template',
      'arm-expression',
      'base64',
      'cloud-config',
    ]);
  });

  it('has partly known files, also if YAML decodes them', () => {
    const text =
      "[base64(concat('#cloud-config\nwrite_files:\n- path: /a\n  encoding: gzip\n  content: !!binary |\n    ', variables('x'), '\n'))]";
    const analysis = analyse('t.json', template(text));
    expect(decodeReport(analysis).files).toMatchObject([
      { path: '/a', layers: ['yaml-binary', 'gzip'], partial: true },
    ]);
    expect(validate(analysis).problems).toEqual([]);
  });
});
