import { append } from '../../append.js';
import { type Member, scalarSource } from '../../syntax/node.js';
import type { NodePath } from '../../syntax/pointer.js';
import { objectOf } from '../description/describe.js';
import { type GivenOption, type OptionNote, readPart } from '../read.js';
import type { Resource } from './model.js';
import type { Sourced } from './requirements.js';
import { settingNamed, settingsDocument } from './settings.js';

/** A setting that is given. */
export interface GivenSetting {
  readonly text: string;
  /** Where it stands, if in the file itself. */
  readonly member: Member | undefined;
  readonly path: NodePath;
}

/** What settings there are. */
export interface GivenSettings {
  readonly byName: ReadonlyMap<string, GivenSetting>;
  /** Labels that somebody looked up. */
  readonly labels: ReadonlyMap<string, Sourced>;
  /** About those in the file itself. */
  readonly notes: readonly OptionNote[];
  /** Those in the file itself that become no option unchanged. */
  readonly given: readonly GivenOption[];
}

/** Reads the settings in the file and in a document outside of it, which counts. */
export function readSettings(inside: readonly Resource[], outside: readonly Resource[]): GivenSettings {
  const byName = new Map<string, GivenSetting>();
  const labels = new Map<string, Sourced>();
  const notes: OptionNote[] = [];
  const given: GivenOption[] = [];
  const take = ({ node, path }: Resource, inFile: boolean): void => {
    const part = readPart(node, { type: objectOf(settingsDocument), owner: settingsDocument, path, place: [] });
    if (inFile) {
      append(notes, part.notes);
      append(
        given,
        part.given.filter(({ option }) => settingNamed(option.name)?.becomes === undefined),
      );
    }
    for (const { option, member, path: at } of part.given) {
      const text = scalarSource(member.value);
      if (text !== undefined) byName.set(option.name, { text, member: inFile ? member : undefined, path: at });
      if (option.name !== 'labels' || member.value?.kind !== 'object') continue;
      for (const each of member.value.members) {
        const own = { member: inFile ? each : undefined, path: [...at, each.key.name] };
        labels.set(each.key.name, {
          text: scalarSource(each.value) ?? '',
          ...own,
          resource: 'labels of KarpenterSettings',
        });
      }
    }
  };
  for (const resource of inside.filter(isSettings)) take(resource, true);
  for (const resource of outside.filter(isSettings)) take(resource, false);
  return { byName, labels, notes, given };
}

function isSettings({ kind }: Resource): boolean {
  return kind === 'KarpenterSettings';
}
