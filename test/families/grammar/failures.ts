import { type Families, type Family, items, nested, type Value } from '../family.js';

const text = (name: string, write: (size: number, value: Value) => string): Family => ({ name, write });
const lines = (name: string, line: (index: number, value: string) => string): Family =>
  text(name, (size, value) => items(size, (i) => `${line(i, value(i))}\n`));
/** A time of day that grows by a second with each index. */
const time = (index: number): string => new Date(index * 1_000).toISOString().slice(11, 19);
const error = (output: string): string =>
  `VM has reported a failure when processing extension 'vmssCSE'. Error message: 'Enable failed: failed to execute command: command terminated with exit status=1\n[stdout]\n{ "ExitCode": "50", "Output": "${output}", "Error": "", "ExecDuration": "64" }\n\n[stderr]\n'.`;

/** Failure texts, logs, traces, tables and XML. */
export const failureFamilies: Families = {
  'Failure: a long output': text('error.txt', (size, value) => error(items(size, (i) => `+ echo ${value(i)}\\n`))),
  'Failure: backslashes': text('error.txt', (size) => error('\\'.repeat(size))),
  'Failure: escaped': text('error.txt', (size, value) => {
    let escaped = error(items(size / 4, (i) => `+ ${value(i)}\\n`));
    for (let level = 0; level < 2; level++) escaped = JSON.stringify(escaped);
    return escaped;
  }),
  'Failure: escaped quotes': text(
    'error.txt',
    (size) => `{\\"ExitCode\\": \\"50\\", \\"a\\": \\"${'\\\\\\"'.repeat(size / 4)}\\"}`,
  ),
  'Failure: repeated': text('error.txt', (size, value) => items(size, (i) => `${error(value(i))}\n`)),
  'Failure: mentions of exit codes': lines('error.txt', (i, value) => `${value}: exit status ${i % 250}`),
  'Failure: open brackets': text('error.txt', (size) => `${'{'.repeat(size)}"ExitCode": "50"`),
  'Failure: provision.json': text(
    'provision.json',
    (size, value) => `{"ExitCode":"50","Output":"${items(size, (i) => `+ echo ${value(i)}\\n`)}","ExecDuration":"64"}`,
  ),
  'Failure: an instance view': text(
    'instance-view.json',
    (size, value) =>
      `{"statuses":[${items(size, (i) => `{"code":"ProvisioningState/failed/${i}","message":${JSON.stringify(error(value(i)))}}`, ',')}]}`,
  ),
  'Log: cloud-init.log': lines('cloud-init.log', (i, value) => `2026-03-03 ${time(i)},512 - util.py[DEBUG]: ${value}`),
  'Log: stages in cloud-init.log': lines(
    'cloud-init.log',
    (i) =>
      `2026-03-03 ${time(i)},512 - util.py[DEBUG]: Cloud-init v. 24.1.3 running 'init' at Tue, 03 Mar 2026 ${time(i)} +0000. Up ${i}.00 seconds.`,
  ),
  'Log: cloud-init-output.log': lines(
    'cloud-init-output.log',
    (i) => `Cloud-init v. 24.1.3 running 'modules:final' at Tue, 03 Mar 2026 ${time(i)} +0000. Up ${i}.30 seconds.`,
  ),
  'Log: syslog': lines('syslog', (i, value) => `Mar  3 ${time(i)} aks-pool-1 cloud-init[812]: ${value}`),
  'Log: clock changes': lines(
    'syslog',
    (i) =>
      `Mar  3 ${time(i * 7)} aks-pool-1 chronyd[700]: System clock was stepped by ${i % 2 === 0 ? '' : '-'}3.5 seconds`,
  ),
  'Log: the journal': lines(
    'journal.log',
    (i, value) => `Mar 03 ${time(i)}.101010 aks-pool-1 systemd[1]: Started ${value}${i}.service - a.`,
  ),
  'Log: waagent.log': lines(
    'waagent.log',
    (i, value) =>
      `2026-03-03T${time(i)}.250000Z INFO ExtHandler [Microsoft.Azure.Extensions.CustomScript-2.1.10] Executing command: ${value}`,
  ),
  'Log: handler.log': lines(
    'handler.log',
    (i, value) => `time=2026-03-03T${time(i)}Z version=v2.1.10 operation=enable seq=${i} event="${value}"`,
  ),
  'Log: aks-node-controller.log': lines(
    'aks-node-controller.log',
    (i, value) => `{"time":"2026-03-03T${time(i)}.5Z","level":"INFO","msg":"${value}","task":"Provision"}`,
  ),
  'Log: exits in aks-node-controller.log': lines(
    'aks-node-controller.log',
    (i) =>
      `{"time":"2026-03-03T${time(i)}.5Z","level":"ERROR","msg":"aks-node-controller failed","error":"exit status ${i % 250}"}`,
  ),
  'Log: output of aks-node-controller': lines(
    'aks-node-controller.output',
    (i, value) => `time=2026-03-03T${time(i)}.500Z level=INFO msg="${value}" task=Provision`,
  ),
  'Log: events': lines(
    'events.json',
    (i, value) =>
      `{"Timestamp":"2026-03-03 ${time(i)}.000","OperationId":"2026-03-03 ${time(i + 1)}.500","Version":"1.23","TaskName":"AKS.CSE.${value}","EventLevel":"Informational","Message":"Completed"}`,
  ),
  'Log: a console': lines('console.log', (i, value) => `[   ${i}.123456] cloud-init[812]: ${value}`),
  'Trace: commands': lines('cluster-provision.log', (i, value) => `${'+'.repeat(1 + (i % 3))} echo ${value}`),
  'Trace: phases': lines('cluster-provision.log', (i) => `+ logs_to_events AKS.CSE.phase${i} phase${i}`),
  'Trace: assignments': lines('cluster-provision.log', (i, value) => `+ CLIENT_SECRET_${i}=${value}${i}`),
  'Trace: exits': lines('cluster-provision.log', (i) => `+ exit ${i % 250}`),
  'Trace: plus signs': text('cluster-provision.log', (size) => `${'+'.repeat(size)} a\n`),
  'Trace: times': lines(
    'cluster-provision.log',
    (i, value) => `+ echo Tue Mar  3 ${time(i)} UTC 2026,${value}, startcustomscript`,
  ),
  'CSV: rows': lines('query.csv', (i, value) => `"2026-03-03T${time(i)}Z","${value}","a,b","{""a"":1}"`),
  'CSV: rows with payloads': lines(
    'query.csv',
    (_, value) =>
      `a,"{""virtualMachineProfile"":{""osProfile"":{""customData"":""${Buffer.from(`#!/bin/sh\necho ${value}\n`).toString('base64')}""}}}"`,
  ),
  'CSV: columns': text('query.csv', (size, value) => items(size, (i) => `"${value(i)}"`, ',')),
  'CSV: quotes': text('query.csv', (size) => `"${'""'.repeat(size / 2)}","{""a"":1}"\n`),
  'CSV: a quote that never ends': text('query.csv', (size) => items(size, (i) => `"a${i}"",b\n`)),
  'XML: elements': text('goal-state.xml', (size, value) =>
    goalState(items(size, (i) => `<Plugin name="p${i}"><A>${value(i)}</A></Plugin>`)),
  ),
  'XML: settings': text('goal-state.xml', (size, value) =>
    goalState(
      items(
        size,
        (i) =>
          `<Plugin name="p${i}"><RuntimeSettings seqNo="0">{&quot;runtimeSettings&quot;:[{"handlerSettings":{"publicSettings":{"commandToExecute":"echo ${value(i)}"}}}]}</RuntimeSettings></Plugin>`,
      ),
    ),
  ),
  'XML: entities': text('goal-state.xml', (size) =>
    goalState(`<Plugin name="p"><RuntimeSettings>${'&quot;&#65;'.repeat(size / 11)}</RuntimeSettings></Plugin>`),
  ),
  'XML: attributes': text('goal-state.xml', (size, value) =>
    goalState(`<Plugin ${items(size, (i) => `a${i}="${value(i)}"`, ' ')}/>`),
  ),
  'XML: nested elements': text('goal-state.xml', (size) => goalState(nested(size, '<a>', 'b', '</a>'))),
  'XML: elements that never end': text('goal-state.xml', (size) => goalState('<a>'.repeat(size / 3))),
  'XML: comments': text('goal-state.xml', (size) => goalState('<!-- a -->'.repeat(size / 10))),
  'XML: ovf-env.xml': text(
    'ovf-env.xml',
    (size) =>
      `<?xml version="1.0"?><ns0:Environment xmlns:ns0="a" xmlns:ns1="http://schemas.microsoft.com/windowsazure"><ns1:ProvisioningSection><ns1:LinuxProvisioningConfigurationSet><ns1:CustomData>${Buffer.from(`#!/bin/sh\n${'echo a\n'.repeat(size / 10)}`).toString('base64')}</ns1:CustomData></ns1:LinuxProvisioningConfigurationSet></ns1:ProvisioningSection></ns0:Environment>`,
  ),
  'Activity log: events': lines(
    'activity-log.json',
    (_, value) =>
      `{"operationName":"x","properties":{"requestbody":${JSON.stringify(JSON.stringify({ properties: { virtualMachineProfile: { osProfile: { customData: Buffer.from(value).toString('base64') } } } }))}}}`,
  ),
  'Text: words': text('a.txt', (size, value) => items(size, (i) => `${value(i)} `)),
  'Text: one word': text('a.txt', (size) => 'a'.repeat(size)),
  'Text: spaces': text('a.txt', (size) => ' '.repeat(size)),
  'Text: quotes': text('a.txt', (size) => '"'.repeat(size)),
  'Text: backslashes': text('a.txt', (size) => '\\'.repeat(size)),
  'Text: dashes': text('a.txt', (size) => '-'.repeat(size)),
  'Text: colons and equals signs': text('a.txt', (size) => ':='.repeat(size / 2)),
  'Text: digits': text('a.txt', (size) => '1'.repeat(size)),
  'Text: dots': text('a.txt', (size) => 'a.'.repeat(size / 2)),
  'Text: at signs': text('a.txt', (size) => 'a@'.repeat(size / 2)),
  'Text: slashes': text('a.txt', (size) => 'a/'.repeat(size / 2)),
  'Text: beginnings of objects': text('a.txt', (size) => '{"a":'.repeat(size / 5)),
  'Text: lone surrogates': text('a.txt', (size) => '\ud800a'.repeat(size / 2)),
};

function goalState(plugins: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><Extensions><PluginSettings>${plugins}</PluginSettings></Extensions>`;
}
