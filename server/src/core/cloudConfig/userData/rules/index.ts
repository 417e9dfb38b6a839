import type { Rule } from '../../../problems/rules.js';
import { archive, header, message } from './messages.js';
import { include, partHandler, parts, patch, script } from './parts.js';
import type { UserDataInput } from './input.js';

/** The rules about MIME messages. */
export const messageRules: readonly Rule<UserDataInput>[] = [message, parts];

/** The rules about all other user data than cloud-configs. */
export const userDataRules: readonly Rule<UserDataInput>[] = [header, include, script, partHandler, archive, patch];
