/** The XML documents that the Linux agent reads a goal state from. */
export type GoalStateFormat = 'extensions-config' | 'ovf-env';

/** What an XML text is by its root element; undefined for other texts. */
export function goalStateFormat(text: string): GoalStateFormat | undefined {
  const start = text.slice(0, 4_000);
  if (!/^\ufeff?\s*</.test(start)) return undefined;
  const root = /<(?!\?|!)(?:[\w.-]+:)?([\w.-]+)/.exec(start)?.[1];
  if (root === 'Extensions') return 'extensions-config';
  const isOvf =
    root === 'Environment' ||
    root === 'ProvisioningSection' ||
    /<(?:\w+:)?LinuxProvisioningConfigurationSet\b/.test(text);
  return isOvf ? 'ovf-env' : undefined;
}
