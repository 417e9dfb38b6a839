import { counted } from '../text/strings.js';
import { joinedXml, xml, type Xml, xmlText } from '../text/xml.js';
import { type FleetGroup, type FleetGroups, memberName } from './groups.js';

const style = xml`
:root { color-scheme: light dark; --line: #8884; --before: #c62828; --after: #2e7d32; }
@media (prefers-color-scheme: dark) { :root { --before: #ff8a80; --after: #a5d6a7; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; }
th, td { border-top: 1px solid var(--line); padding: .3rem .6rem .3rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 40%; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
.before { color: var(--before); } .after { color: var(--after); }
ul { columns: 24rem; overflow-wrap: anywhere; }
`;

/** Groups as one HTML page without scripts, images or anything else to load; light or dark like the reader's system. */
export function groupsPage({ documents, groups, individual, incomplete }: FleetGroups): Xml {
  const reasons = incomplete.map((one) => xml`<li>${xmlText(`${memberName(one)}: ${one.reason}`)}</li>`);
  const fields = individual.map(
    ({ path, values, documents: among }) =>
      xml`<li><code>${xmlText(path)}</code>: ${xmlText(`${counted(values, 'value')} in ${counted(among, 'document')}`)}</li>`,
  );
  return xml`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Groups of documents</title>
<style>${style}</style>
</head>
<body>
<h1>${xmlText(`${counted(documents, 'document')}, ${counted(groups.length, 'group')}`)}</h1>
${joinedXml(groups.map(section), '\n')}
${list('Not compared, because few documents share a value', fields)}
${list('Not read completely', reasons)}
</body>
</html>
`;
}

function section({ title, members, differences, moreDifferences }: FleetGroup): Xml {
  const rows = differences.map(
    ({ path, before, after }) =>
      xml`<tr><td><code>${xmlText(path)}</code></td><td class="before">${value(before)}</td><td class="after">${value(after)}</td></tr>`,
  );
  const head = xml`<tr><th>value</th><th>largest group</th><th>this group</th></tr>`;
  const table = rows.length === 0 ? xml`` : xml`<table>${head}${joinedXml(rows)}</table>`;
  const more = moreDifferences === 0 ? xml`` : xml`<p>${xmlText(counted(moreDifferences, 'more difference'))}.</p>`;
  const names = members.map((member) => xml`<li>${xmlText(memberName(member))}</li>`);
  const all = xml`<details><summary>${xmlText(counted(members.length, 'document'))}</summary><ul>${joinedXml(names)}</ul></details>`;
  return xml`<section>
<h2>${members.length} ${xmlText(title)}</h2>
${table}${more}
${all}
</section>`;
}

function value(text: string | undefined): Xml {
  return text === undefined ? xml`(none)` : xml`<code>${xmlText(text)}</code>`;
}

function list(title: string, items: readonly Xml[]): Xml {
  return items.length === 0 ? xml`` : xml`<h2>${xmlText(title)}</h2>\n<ul>${joinedXml(items)}</ul>`;
}
