import type { InstanceData } from '../userData/instanceData.js';
import type { SchemaNode } from '../schema/schemaNode.js';
import { type CloudInitVersion, defaultCloudInitVersion } from '../version.js';
import { type CloudConfigReading, readCloudConfig } from '../read.js';
import { type Command, commandsOf } from '../commands.js';
import { type SchemaValue, schemaValue } from '../schema/validator.js';
import type { Payload } from '../../document/payload.js';
import type { SyntaxTree } from '../../formats/tree/node.js';
import { filesOnDisk, type Writing } from '../writeFiles/disk.js';
import type { WriteFileEntry } from '../../document/writeFile.js';

/** A file of `write_files` with its decoded content. */
export interface WrittenFile {
  readonly entry: WriteFileEntry;
  /** Whether cloud-init can decode the content. */
  readonly ok: boolean;
  /** The decoded content; its places are those of the whole file around the cloud-config. */
  readonly payload: Payload;
}

/** What the validation of user data depends on beside the text. */
export interface CloudConfigContext {
  /** The cloud-init that cloud-configs are written for; {@link defaultCloudInitVersion} by default. */
  readonly cloudInit?: CloudInitVersion | undefined;
  /** What Jinja templates of user data are rendered with; without it they are checked as they are. */
  readonly instanceData?: InstanceData | undefined;
  /** Why instance data that were named are not available, as sentences. */
  readonly instanceDataFault?: string | undefined;
}

/** What a rule about cloud-configs sees. All but the text and its tree is worked out when first asked for. */
export interface CloudConfigInput {
  readonly text: string;
  readonly tree: SyntaxTree;
  /** The document as cloud-init's validator sees it. */
  readonly value: SchemaValue;
  /** What cloud-init itself makes of it. */
  readonly reading: CloudConfigReading;
  /** Whether the bytes began with a byte order mark, which the text does not show. */
  readonly byteOrderMark: boolean;
  /** Whether the cloud-config is a file of its own, and so all of the custom data. */
  readonly isFile: boolean;
  readonly files: readonly WrittenFile[];
  /** What `write_files` does, followed through. */
  readonly writing: Writing;
  /** The commands of `bootcmd` and `runcmd`. */
  readonly commands: { readonly bootcmd: readonly Command[]; readonly runcmd: readonly Command[] };
}

/** What a cloud-config is read for. */
interface CloudConfigTarget {
  readonly cloudInit?: CloudInitVersion | undefined;
  /** The schema as that version has it. */
  readonly schema: () => SchemaNode;
  /** Whether the document is handled as a cloud-config whatever it begins with. */
  readonly isPart: boolean;
}

/** Makes what rules see of a cloud-config. */
export function cloudConfigInput(
  document: Pick<Payload, 'layers' | 'steps' | 'children'>,
  text: string,
  tree: SyntaxTree,
  { cloudInit = defaultCloudInitVersion, isPart, schema }: CloudConfigTarget,
): CloudConfigInput {
  let reading: CloudConfigReading | undefined;
  let files: readonly WrittenFile[] | undefined;
  let writing: Writing | undefined;
  let commands: CloudConfigInput['commands'] | undefined;
  const value = schemaValue(tree.root);
  const byteOrderMark = document.layers.some((layer) => layer.endsWith('-bom'));
  return {
    text,
    tree,
    value,
    get reading() {
      return (reading ??= readCloudConfig({
        text,
        tree,
        value,
        schema: schema(),
        target: cloudInit,
        byteOrderMark,
        isPart,
      }));
    },
    byteOrderMark,
    isFile: document.steps.length === 0,
    get files() {
      return (files ??= document.children.flatMap((child) =>
        child.is === 'file' && child.written !== undefined ? [{ ...child.written, payload: child.payload }] : [],
      ));
    },
    get writing() {
      return (writing ??= filesOnDisk(
        tree.root,
        this.files.map(({ entry, ok, payload }) => ({ entry, ok, bytes: payload.bytes })),
      ));
    },
    get commands() {
      return (commands ??= { bootcmd: commandsOf(tree.root, 'bootcmd'), runcmd: commandsOf(tree.root, 'runcmd') });
    },
  };
}
