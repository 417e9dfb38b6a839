import type { Rule } from '../../rule.js';
import { archive } from './archive.js';
import { header } from './header.js';
import { include } from './include.js';
import type { UserDataInput } from './input.js';
import { message } from './message.js';
import { partHandler } from './partHandler.js';
import { parts } from './parts.js';
import { patch } from './patch.js';
import { script } from './script.js';

/** The rules about MIME messages. */
export const messageRules: readonly Rule<UserDataInput>[] = [message, parts];

/** The rules about all other user data than cloud-configs. */
export const userDataRules: readonly Rule<UserDataInput>[] = [header, include, script, partHandler, archive, patch];
