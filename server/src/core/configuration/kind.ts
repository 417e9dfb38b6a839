import type { KindSpec, OpenedDocument } from '../document/kindSpec.js';
import { readYaml12 } from '../formats/yaml/yaml12.js';
import { limits } from '../limits.js';
import { completeConfiguration, configurationHover, configurationOutline } from './editing.js';
import { type ConfigurationReading, readConfiguration } from './read.js';

/** The names of configuration files; of several in a folder, the first one counts. */
export const configurationFileNames = ['.aks-bootstrap.yaml', '.aks-bootstrap.yml', '.aks-bootstrap.json'] as const;

interface ConfigurationView extends ConfigurationReading {
  readonly text: string;
}

/** Configuration files of this program. */
export const configurationKind: KindSpec<ConfigurationView> = {
  title: 'configuration of aks-bootstrap',
  icon: 'settings',
  names: [/(?:^|[/\\])\.aks-bootstrap\.(?:ya?ml|json)$/],
  read: ({ text }) => ({
    language: 'yaml',
    root: readYaml12(text, limits.configurationDepth).root,
    problems: [],
    depth: 0,
  }),
  formats: () => ['yaml'],
  view: ({ text }: OpenedDocument) => ({ text, ...readConfiguration(text) }),
  // eslint-disable-next-line require-yield -- it is a single rule
  *validate({ problems }) {
    return { problems, failures: [] };
  },
  hover: ({ root, text }, offset) => configurationHover(root, text, offset),
  complete: ({ text }, offset) => completeConfiguration(text, offset),
  outline: ({ root }) => configurationOutline(root),
};
