/** Whether an editor shows code lenses, hints and hovers of each kind beside the text. */
export interface ShownAdditions {
  readonly nodeConfigLenses: boolean;
  readonly karpenterLenses: boolean;
  readonly failureLenses: boolean;
  readonly payloadLenses: boolean;
  readonly payloadHovers: boolean;
  /** Notes at the end of the lines of node configs: what becomes of their fields. */
  readonly fieldNotes: boolean;
  /** Hints on values of node configs. */
  readonly valueHints: boolean;
  readonly cloudConfigHints: boolean;
}

/** The names of the settings for them. */
const settings: Readonly<Record<keyof ShownAdditions, readonly [string, string]>> = {
  nodeConfigLenses: ['nodeConfig', 'codeLenses'],
  karpenterLenses: ['karpenter', 'codeLenses'],
  failureLenses: ['failures', 'codeLenses'],
  payloadLenses: ['decode', 'codeLenses'],
  payloadHovers: ['decode', 'hovers'],
  fieldNotes: ['nodeConfig', 'fieldNotes'],
  valueHints: ['nodeConfig', 'valueHints'],
  cloudConfigHints: ['cloudConfig', 'hints'],
};

/** What an editor shows by default. */
export const allAdditions: ShownAdditions = {
  nodeConfigLenses: true,
  karpenterLenses: true,
  failureLenses: true,
  payloadLenses: true,
  payloadHovers: true,
  fieldNotes: true,
  valueHints: true,
  cloudConfigHints: true,
};

/** What a source sets of them; `at` reads the value of a setting. */
export function shownAdditions(at: (path: readonly string[]) => unknown): Partial<ShownAdditions> {
  const found = Object.entries(settings).map(([name, path]) => [name, at(path)] as const);
  return Object.fromEntries(found.filter(([, value]) => typeof value === 'boolean'));
}
