import type { InstanceData } from '../userData/instanceData.js';
import type { SchemaNode } from '../schema/schemaNode.js';
import { type CloudInitVersion, defaultCloudInitVersion } from '../version.js';
import { type CloudConfigReading, readCloudConfig } from '../read.js';
import { CommandList } from '../commands.js';
import type { Payload } from '../../document/payload.js';
import type { Budget } from '../../text/budget.js';
import type { PositionMap } from '../../text/positionMap.js';
import type { SyntaxTree } from '../../formats/tree/node.js';
import { filesOnDisk, writtenFiles, type Writing, type WrittenFile } from '../writeFiles/disk.js';

/** What the validation of user data depends on besides its text. */
export interface CloudConfigContext {
  /** The target's cloud-init; {@link defaultCloudInitVersion} by default. */
  readonly cloudInit?: CloudInitVersion | undefined;
  /** The variables of Jinja templates; without them, only the text around expressions is validated. */
  readonly instanceData?: InstanceData | undefined;
  /** Why configured instance data isn't available, in sentences. */
  readonly instanceDataFault?: string | undefined;
}

/** The input of rules about cloud-configs. The reading, files, writing and commands are computed when first used. */
export interface CloudConfigInput {
  readonly text: string;
  /** From the text to the file. */
  readonly map: PositionMap;
  readonly tree: SyntaxTree;
  /** cloud-init's own reading. */
  readonly reading: CloudConfigReading;
  /** Whether the bytes began with a byte order mark, which the text doesn't contain. */
  readonly byteOrderMark: boolean;
  /** Whether the cloud-config is a file, and so the whole custom data. */
  readonly isFile: boolean;
  readonly files: readonly WrittenFile[];
  /** The result of `write_files`. */
  readonly writing: Writing;
  /** The commands of `bootcmd` and `runcmd`. */
  readonly commands: { readonly bootcmd: CommandList; readonly runcmd: CommandList };
}

/** The target for which a cloud-config is read. */
interface CloudConfigTarget {
  readonly cloudInit?: CloudInitVersion | undefined;
  /** The schema for that version. */
  readonly schema: () => SchemaNode;
  /** Whether the document is handled as a cloud-config whatever it begins with. */
  readonly isPart: boolean;
  readonly budget: Budget;
}

/** Facts about the document with a cloud-config, or about what a template renders. */
export type CloudConfigDocument = Pick<Payload, 'layers' | 'steps' | 'children' | 'map'>;

/** Makes the input of rules about a cloud-config. */
export function cloudConfigInput(
  document: CloudConfigDocument,
  text: string,
  tree: SyntaxTree,
  { cloudInit = defaultCloudInitVersion, isPart, schema, budget }: CloudConfigTarget,
): CloudConfigInput {
  let reading: CloudConfigReading | undefined;
  let files: readonly WrittenFile[] | undefined;
  let writing: Writing | undefined;
  let commands: CloudConfigInput['commands'] | undefined;
  const byteOrderMark = document.layers.some((layer) => layer.endsWith('-bom'));
  return {
    text,
    map: document.map,
    tree,
    get reading() {
      return (reading ??= readCloudConfig({
        text,
        tree,
        schema: schema(),
        target: cloudInit,
        byteOrderMark,
        isPart,
        budget,
      }));
    },
    byteOrderMark,
    isFile: document.steps.length === 0,
    get files() {
      return (files ??= writtenFiles(document.children));
    },
    get writing() {
      return (writing ??= filesOnDisk(tree.root, this.files));
    },
    get commands() {
      return (commands ??= { bootcmd: new CommandList(tree, 'bootcmd'), runcmd: new CommandList(tree, 'runcmd') });
    },
  };
}
