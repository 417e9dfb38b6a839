import { enumDescriptions, messageDescriptions } from './description/index.js';
import { linkContract } from './link.js';

/** `aksnodeconfig.v1` as of Azure/AgentBaker 06836ee230 (2026-08-21), linked once. */
export const contract = linkContract('Configuration', messageDescriptions, enumDescriptions);
