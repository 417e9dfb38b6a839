/** The formats of custom data with a node config. */
export const customDataDialects = ['cloud-init', 'flatcar', 'write-files'] as const;
export type CustomDataDialect = (typeof customDataDialects)[number];
