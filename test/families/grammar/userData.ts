import { gzipSync } from 'node:zlib';
import { tar } from '../../support/tar.js';
import { base64, type Families, type Family, items, nested, noise, type Value } from '../family.js';

const message = (write: (size: number, value: Value) => string): Family => ({
  name: 'a.mime',
  write: (size, value) => `MIME-Version: 1.0\n${write(size, value)}`,
});
const multipart = (parts: (size: number, value: Value) => string): Family =>
  message((size, value) => `Content-Type: multipart/mixed; boundary="b"\n\n${parts(size, value)}\n--b--\n`);
const script = (write: (size: number, value: Value) => string): Family => ({
  name: 'user-data',
  write: (size, value) => `#!/bin/bash\n${write(size, value)}\n`,
});
const scaleSet = (customData: (size: number, value: Value) => string): Family => ({
  name: 'a.vmss.json',
  write: (size, value) =>
    JSON.stringify({ virtualMachineProfile: { osProfile: { customData: customData(size, value) } } }),
});
const command = (write: (size: number, value: Value) => string): Family => ({
  name: 'a.vmss.json',
  write: (size, value) =>
    JSON.stringify({
      virtualMachineProfile: {
        extensionProfile: {
          extensions: [{ properties: { protectedSettings: { commandToExecute: write(size, value) } } }],
        },
      },
    }),
});
const ignition = (members: (size: number, value: Value) => object): Family => ({
  name: 'a.ign.json',
  write: (size, value) => JSON.stringify({ ignition: { version: '3.4.0' }, ...members(size, value) }),
});
const list = <Entry>(size: number, entry: (index: number) => Entry): Entry[] => {
  const entries: Entry[] = [];
  for (let length = 0; length < size; length += JSON.stringify(entries.at(-1)).length)
    entries.push(entry(entries.length));
  return entries;
};
const wrapped = (text: string): string => text.replace(/.{76}/g, '$&\n');

/** User data: MIME, shell, encodings, archives, Ignition. */
export const userDataFamilies: Families = {
  'MIME: headers': message(
    (size, value) => `${items(size, (i) => `X-H${i}: ${value(i)}\n`)}Content-Type: text/plain\n\na\n`,
  ),
  'MIME: headers of one name': message((size, value) => `${items(size, (i) => `X-H: ${value(i)}\n`)}\na\n`),
  'MIME: a folded header': message((size, value) => `X-H: a\n${items(size, (i) => ` ${value(i)}\n`)}\na\n`),
  'MIME: parameters': message(
    (size, value) => `Content-Type: text/plain${items(size, (i) => `; p${i}=${value(i)}`)}\n\na\n`,
  ),
  'MIME: continued parameters': message(
    (size, value) => `Content-Type: text/plain${items(size, (i) => `; filename*${i}=${value(i)}`)}\n\na\n`,
  ),
  'MIME: quotes in a parameter': message((size) => `Content-Type: text/plain; a="${'\\"'.repeat(size / 2)}"\n\na\n`),
  'MIME: comments in a header': message((size) => `Content-Type: text/plain ${nested(size, '(', 'a', ')')}\n\na\n`),
  'MIME: encoded words': message(
    (size) => `Content-Disposition: attachment; filename="${'=?utf-8?q?a?= '.repeat(size / 14)}"\n\na\n`,
  ),
  'MIME: parts': multipart((size, value) =>
    items(size, (i) => `--b\nContent-Type: text/cloud-config\n\n#cloud-config\nhostname: ${value(i)}\n`),
  ),
  'MIME: parts of scripts': multipart((size, value) =>
    items(size, (i) => `--b\nContent-Type: text/x-shellscript; filename="f${i}"\n\n#!/bin/sh\necho ${value(i)}\n`),
  ),
  'MIME: headers of a part': multipart(
    (size, value) => `--b\nContent-Type: text/plain\n${items(size, (i) => `X-H${i}: ${value(i)}\n`)}\na\n`,
  ),
  'MIME: empty parts': multipart((size) => '--b\n'.repeat(size / 4)),
  'MIME: lines like boundaries': multipart((size) => `--b\n\n${'--bx\n--\n'.repeat(size / 8)}`),
  'MIME: a long boundary': message(
    (size) => `Content-Type: multipart/mixed; boundary="${'b'.repeat(size / 2)}"\n\n--${'b'.repeat(size / 2)}\n\na\n`,
  ),
  'MIME: nested messages': message((size) => {
    const levels = Math.floor(size / 60);
    return Array.from(
      { length: levels },
      (_, i) => `Content-Type: multipart/mixed; boundary="b${i}"\n\n--b${i}\n`,
    ).join('');
  }),
  'MIME: soft line breaks': multipart(
    (size, value) =>
      `--b\nContent-Type: text/x-shellscript\nContent-Transfer-Encoding: quoted-printable\n\n#!/bin/sh\n${items(size, (i) => `${value(i)}=\n`)}`,
  ),
  'MIME: escapes of quoted-printable': multipart(
    (size) =>
      `--b\nContent-Type: text/x-shellscript\nContent-Transfer-Encoding: quoted-printable\n\n#!/bin/sh\n${'=41=3D=\n'.repeat(size / 8)}`,
  ),
  'MIME: a part in base64': multipart(
    (size, value) =>
      `--b\nContent-Type: text/x-shellscript\nContent-Transfer-Encoding: base64\n\n${wrapped(base64(`#!/bin/sh\n${items(size * 0.7, (i) => `echo ${value(i)}\n`)}`))}`,
  ),
  'MIME: an uuencoded part': multipart(
    (size) =>
      `--b\nContent-Type: text/plain\nContent-Transfer-Encoding: uuencode\n\nbegin 644 a\n${'#86)C\n'.repeat(size / 6)}\`\nend\n`,
  ),
  'Shell: lines': script((size, value) => items(size, (i) => `echo ${value(i)}\n`)),
  'Shell: here-documents': script((size, value) => items(size, (i) => `cat <<'EOF' >/f${i}\n${value(i)}\nEOF\n`)),
  'Shell: here-documents of one line': script(
    (size) => `${items(size / 2, (i) => `cat <<E${i} `)}\n${items(size / 2, (i) => `E${i}\n`)}`,
  ),
  'Shell: here-documents in one pipeline': script(
    (size) => `${items(size / 2, (i) => `cat <<E${i} | `)}cat\n${items(size / 2, (i) => `E${i}\n`)}`,
  ),
  'Shell: modes of one file': script((size) => `cat <<EOF >/f\nx\nEOF\n${items(size, () => 'chmod 644 /f\n')}`),
  'Shell: here-documents that never end': script((size) => items(size, (i) => `cat <<E${i} >/f\n`)),
  'Shell: a long here-document': script((size, value) => `cat <<EOF >/a\n${items(size, (i) => `${value(i)}\n`)}EOF`),
  'Shell: here-documents in base64': script((size, value) =>
    items(size, (i) => `cat <<'EOF' | base64 -d >/f${i}\n${base64(value(i))}\nEOF\n`),
  ),
  'Shell: a here-document with a long path': script((size) => `cat <<'EOF' >/${'a'.repeat(size)}\nx\nEOF`),
  'Shell: assignments': command((size, value) => `${items(size, (i) => `V${i}="${value(i)}"`, ' ')} /bin/bash -c go`),
  'Shell: assignments on lines': script((size, value) => items(size, (i) => `V${i}="${value(i)}"\n`)),
  'Shell: assignments in base64': command(
    (size, value) => `${items(size, (i) => `V${i}="${base64(`#!/bin/sh\necho ${value(i)}\n`)}"`, ' ')} /bin/bash -c go`,
  ),
  'Shell: assignments of one name': command((size, value) => `${items(size, (i) => `V="${value(i)}"`, '; ')}; go`),
  'Shell: quotes': command((size) => `echo ${`'a'"b"\\c`.repeat(size / 8)}`),
  'Shell: quotes that never end': script((size) => `echo "${'a \\" '.repeat(size / 5)}`),
  'Shell: pipes': command((size, value) => items(size, (i) => `echo ${value(i)}`, ' | ')),
  'Shell: substitutions, nested': command((size) => `echo ${nested(size, '$(a ', 'b', ')')}`),
  'Shell: variables': command((size) => `echo ${items(size, (i) => `\${V${i}:-x}`)}`),
  'Shell: groups, nested': script((size) => nested(size, '{ ', 'a; ', '}; ')),
  'Shell: comments': script((size, value) => items(size, (i) => `# ${value(i)}\n`)),
  'Shell: continued lines': script((size, value) => `echo ${items(size, (i) => `${value(i)} \\\n`)}`),
  'Shell: traces of Karpenter': script((size, value) => items(size, (i) => `KUBELET_FLAG_${i}=${value(i)} \\\n`)),
  'Base64: on one line': scaleSet((size, value) =>
    base64(`#!/bin/sh\n${items(size * 0.7, (i) => `echo ${value(i)}\n`)}`),
  ),
  'Base64: on lines': scaleSet((size, value) =>
    wrapped(base64(`#!/bin/sh\n${items(size * 0.7, (i) => `echo ${value(i)}\n`)}`)),
  ),
  'Base64: nested': scaleSet((size) => {
    let text = '#cloud-config\nhostname: a\n';
    while (text.length < size) text = base64(text);
    return text;
  }),
  'Base64: damaged': scaleSet((size) => `${noise(size / 2)}*${noise(size / 2, 1)}`),
  'Base64: words of a text': { name: 'a.txt', write: (size) => items(size, (i) => noise(40, i), '\n') },
  'Percent: escapes': ignition((size) => ({
    storage: { files: [{ path: '/a', contents: { source: `data:,${'%41%0A'.repeat(size / 6)}` } }] },
  })),
  'gzip: text': scaleSet((size) => gzipSync(`#!/bin/sh\n${noise(size)}`).toString('base64')),
  'gzip: text that packs well': scaleSet((size, value) =>
    gzipSync(`#!/bin/sh\n${items(size * 4, (i) => `echo ${value(i)}\n`)}`).toString('base64'),
  ),
  'gzip: files of a cloud-config': {
    name: 'a.cloud-config.yaml',
    write: (size, value) =>
      `#cloud-config\nwrite_files:\n${items(size, (i) => `- path: /f${i}\n  encoding: gz+b64\n  content: ${gzipSync(value(i)).toString('base64')}\n`)}`,
  },
  'gzip: members of one stream': scaleSet((size) =>
    Buffer.concat(Array.from({ length: Math.max(1, size / 40) }, () => gzipSync('#!/bin/sh\n'))).toString('base64'),
  ),
  'Bytes: no text': { name: 'a.bin', write: (size) => Buffer.from(noise(size), 'base64') },
  'UTF-16: lines': {
    name: 'user-data',
    write: (size) => Buffer.from(`\ufeff#!/bin/sh\n${'echo a\n'.repeat(size / 14)}`, 'utf16le'),
  },
  'tar: entries': ignition((size, value) => ({
    storage: {
      files: [
        {
          path: '/a.tar',
          contents: {
            source: `data:;base64,${base64(tar(...Array.from({ length: Math.max(1, Math.floor(size / 1_400)) }, (_, i) => ({ path: `f${i}`, content: value(i) }))))}`,
          },
        },
      ],
    },
  })),
  'Ignition: files': ignition((size, value) => ({
    storage: { files: list(size, (i) => ({ path: `/f${i}`, contents: { source: `data:,${value(i)}` } })) },
  })),
  'Ignition: units': ignition((size, value) => ({
    systemd: { units: list(size, (i) => ({ name: `u${i}.service`, contents: `[Unit]\nDescription=${value(i)}\n` })) },
  })),
  'systemd: lines': ignition((size, value) => ({
    systemd: {
      units: [{ name: 'a.service', contents: `[Service]\n${items(size, (i) => `ExecStart=/a ${value(i)}\n`)}` }],
    },
  })),
  'systemd: sections': ignition((size, value) => ({
    systemd: { units: [{ name: 'a.service', contents: items(size, (i) => `[Section${i}]\nA=${value(i)}\n`) }] },
  })),
  'systemd: spaces in a line': {
    name: 'a.cloud-config.yaml',
    write: (size) =>
      `#cloud-config\nwrite_files:\n- path: /etc/systemd/system/a.service\n  content: |\n    [Service]\n    a${' '.repeat(size)}b\n`,
  },
  'systemd: continued lines': {
    name: 'a.cloud-config.yaml',
    write: (size, value) =>
      `#cloud-config\nwrite_files:\n- path: /etc/systemd/system/a.service\n  content: |\n    [Service]\n    ExecStart=a \\\n${items(size, (i) => `      ${value(i)} \\\n`)}`,
  },
  'TOML: keys': toml((size, value) => items(size, (i) => `    k${i} = "${value(i)}"\n`)),
  'TOML: tables': toml((size, value) => items(size, (i) => `    [t${i}.a]\n    b = "${value(i)}"\n`)),
  'TOML: a list': toml((size, value) => `    a = [${items(size, (i) => `"${value(i)}"`, ', ')}]\n`),
  'JSON file: keys': {
    name: 'a.cloud-config.yaml',
    write: (size, value) =>
      `#cloud-config\nwrite_files:\n- path: /etc/docker/daemon.json\n  content: |\n    {\n${items(size, (i) => `    "k${i}": "${value(i)}",\n`)}    "z": 1}\n`,
  },
  'PEM: certificates': {
    name: 'a.cloud-config.yaml',
    write: (size) =>
      `#cloud-config\nwrite_files:\n- path: /a.pem\n  content: |\n${items(size, (i) => `    -----BEGIN CERTIFICATE-----\n    ${noise(64, i)}\n    -----END CERTIFICATE-----\n`)}`,
  },
  'PEM: beginnings': {
    name: 'a.cloud-config.yaml',
    write: (size) =>
      `#cloud-config\nwrite_files:\n- path: /a.pem\n  content: |\n${'    -----BEGIN RSA PRIVATE KEY-----\n    QUJD\n'.repeat(size / 46)}`,
  },
};

function toml(write: (size: number, value: Value) => string): Family {
  return {
    name: 'a.cloud-config.yaml',
    write: (size, value) =>
      `#cloud-config\nwrite_files:\n- path: /etc/containerd/config.toml\n  content: |\n${write(size, value)}`,
  };
}
