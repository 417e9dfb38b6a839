import type { Families } from './family.js';
import { carrierFamilies } from './grammar/carriers.js';
import { failureFamilies } from './grammar/failures.js';
import { jsonFamilies } from './grammar/json.js';
import { templateFamilies } from './grammar/templates.js';
import { terraformFamilies } from './grammar/terraform.js';
import { userDataFamilies } from './grammar/userData.js';
import { yamlFamilies } from './grammar/yaml.js';

/** One family for each element of the grammars that the core reads. */
export const families: Families = {
  ...jsonFamilies,
  ...yamlFamilies,
  ...userDataFamilies,
  ...templateFamilies,
  ...terraformFamilies,
  ...carrierFamilies,
  ...failureFamilies,
};
