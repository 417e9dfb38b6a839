/** Marks of template languages other than cloud-init's Jinja. */
const marks: readonly (readonly [language: string, pattern: RegExp])[] = [
  ['Helm', /\{\{-?[ \t]{0,9}(?:\.(?:Values|Release|Chart|Files|Capabilities)\b|(?:include|template|toYaml)[ \t])/],
  [
    'Terraform',
    /%\{~?[ \t]{0,9}(?:if|for|else|endif|endfor)\b|^[ \t]{0,40}(?:- )?\$\{[ \t]{0,9}[a-z_]\w{0,80}|\$\{[ \t]{0,9}[a-z_][a-z0-9_]{0,40}\(/m,
  ],
  ['Go', /\{\{-?[ \t]{0,9}(?:\.|\$\w|(?:if|range|with|end|define|block|else)\b|\w{1,40}[ \t]{1,9}[.$"])/],
  [
    'Jinja',
    /\{%-?[ \t]{0,9}(?:if|for|set|endif|endfor|else|elif|include|macro)\b|\{\{-?[ \t]{0,9}[A-Za-z_][\w.]{0,80}[ \t]{0,9}(?:\||-?\}\})/,
  ],
];

/** The tool whose template a text looks like, by its expressions; undefined for other texts. */
export function templateLanguage(text: string): string | undefined {
  return marks.find(([, pattern]) => pattern.test(text))?.[0];
}
