import { validate } from '../../../../server/src/core/validate.js';
import { describe, expect, it } from 'vitest';
import { analyse } from '../../../support/analyse.js';

/** The problems of a file's content, as code and range of the content. */
function problemsOf(path: string, content: string): string[] {
  const text = `#cloud-config\nwrite_files:\n- path: ${path}\n  content: ${JSON.stringify(content)}\n`;
  return validate(analyse('a.cloud-config.yaml', text)).problems.flatMap(({ code, inner, layers }) =>
    layers.length === 0 ? [] : [`${code}: ${content.slice(inner?.start, inner?.end).split('\n')[0] ?? ''}`],
  );
}

const service = '/etc/systemd/system/a.service';

describe('the content of a file', () => {
  it.each([
    ['/a.json', '{"a": [1, 2]}', []],
    ['/a.json', '{"a": 1}\n#EOF\n', []],
    ['/a.json', '{"a": 1,}', ['payload/json-content: ,']],
    ['/a.json', 'words', ['payload/json-content: words']],
    ['/a.json', '{{ template }}', []],
    ['/a.conf', '{"a": 1,}', []],
    ['/a.yaml', 'a: [1]\n---\nb: !x 2\tc # d\n', []],
    ['/a.yaml', 'a: 1\n---\nb: [1\n', ['payload/yaml-content: [']],
    ['/a.yml', 'a: {{ .Values.x }}\n', []],
    ['/etc/containerd/config.toml', 'version = 2\n[plugins."io.containerd.grpc.v1.cri"]\n  sandbox = "a"\n', []],
    ['/etc/containerd/config.toml', '[a]\nb = 1\n[a]\n', ['payload/toml-content: a']],
    ['/a.toml', 'state = /run/a\n', ['payload/toml-content: /run/a']],
    ['/a.toml', '[{{ .Name }}]\n', []],
    ['/a.conf', 'state = /run/a\n', []],
    ['/a.sh', 'echo "a\n', ['payload/shell-syntax: "']],
    ['/a', '#!/usr/bin/env bash\necho "a\n', ['payload/shell-syntax: "']],
    ['/a', 'echo "a\n', []],
    ['/a.sh', '#!/usr/bin/python3\n"""it\'s"""\n', []],
    ['/a.sh', 'cat <<EOF\na\n', ['payload/heredoc-unterminated: <<EOF']],
    ['/a.crt', 'words', ['payload/certificate-content: words']],
    [
      '/a.crt',
      '-----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----',
      ['payload/certificate-content: -----BEGIN CERTIFICATE-----\\nAAAA\\n-----END CERTIFICATE-----'],
    ],
    [
      '/a.pem',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
      ['payload/certificate-content: -----BEGIN CERTIFICATE-----'],
    ],
    ['/a.pem', '${CA}', []],
  ])('of %s, %j', (path, content, wanted) => {
    expect(problemsOf(path, content)).toEqual(wanted);
  });

  it.each([
    [
      service,
      '# a\n; b\n[Unit]\nDescription=a \\\n# c\n  b\nX-Own=1\n[Service]\nType=oneshot\nExecStart=/a\nFutureThing=1\n[Install]\nWantedBy=multi-user.target\n',
      [],
    ],
    [service, '[Unit]\nExecStart=/a\n[Service]\nExecStart=/b\n', ['payload/systemd-unit: ExecStart']],
    [service, '[Service]\nExecStrat=/a\nExecStart=/a\n', ['payload/systemd-unit: ExecStrat']],
    [service, 'Type=simple\n[Service]\nExecStart=/a\n', ['payload/systemd-unit: Type=simple']],
    [service, '[Service]\nExecStart=/a\nwords\n', ['payload/systemd-unit: words']],
    [service, '[Servise]\nExecStart=/a\n[Service]\nExecStart=/a\n', ['payload/systemd-unit: [Servise]']],
    [service, '[Timer]\nOnBootSec=1\n[Service]\nExecStart=/a\n', ['payload/systemd-unit: [Timer]']],
    [service, '[Unit]\nDescription=a\n', ['payload/systemd-unit: [']],
    ['/etc/systemd/system/a.timer', '[Timer]\nPersistent=yes\n', ['payload/systemd-unit: [']],
    ['/etc/systemd/system/a.timer', '[Timer]\nOnCalendar=daily\n', []],
    ['/etc/systemd/system/a.mount', '[Mount]\nWhere=/a\n', ['payload/systemd-unit: [']],
    ['/etc/systemd/system/a.service.d/10.conf', '[Service]\nEnvironment=A=b\n', []],
    ['/etc/systemd/system/a.service.d/10.conf', '[Unit]\nEnvironment=A=b\n', ['payload/systemd-unit: Environment']],
    ['/etc/systemd/journald.conf', 'words\n', []],
  ])('are reported for the unit %s, %j', (path, content, wanted) => {
    expect(problemsOf(path, content)).toEqual(wanted);
  });
});
