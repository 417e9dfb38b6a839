/** How much a problem matters: `error` means that the node would not get what the author wrote. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

interface CodeFacts {
  readonly severity: Severity;
  /** What the code stands for, in a few words; the paragraph about it is in docs/problems.md. */
  readonly title: string;
}

/** The closed set of problem codes. A test holds it against docs/problems.md and against the tests. */
export const problemCodes = {
  'json/syntax': { severity: 'error', title: 'The text is not valid JSON' },
  'json/empty': { severity: 'error', title: 'The document is empty' },
  'json/byte-order-mark': { severity: 'error', title: 'The node config begins with a byte order mark' },
  'json/duplicate-key': { severity: 'error', title: 'A key is given twice in one object' },
  'json/incomplete-exponent': { severity: 'warning', title: 'A number ends after its exponent letter' },
  'json/too-deep': { severity: 'error', title: 'JSON is nested too deeply' },
  'yaml/syntax': { severity: 'error', title: 'The text is not valid YAML' },
  'yaml/tab': { severity: 'error', title: 'A tab stands where YAML wants blanks' },
  'yaml/duplicate-key': { severity: 'warning', title: 'A key is given twice in one mapping' },
  'yaml/limit-aliases': { severity: 'error', title: 'The document has too many aliases' },
  'contract/not-an-object': { severity: 'error', title: 'A node config is one JSON object' },
  'contract/unknown-field': { severity: 'error', title: 'The contract has no such field' },
  'contract/removed-field': { severity: 'error', title: 'The field was removed from the contract' },
  'contract/unknown-enum-value': { severity: 'error', title: 'The enum has no such value' },
  'contract/wrong-type': { severity: 'error', title: 'The value has the wrong type' },
  'contract/number-out-of-range': { severity: 'error', title: 'The number does not fit the field' },
  'contract/null-value': { severity: 'error', title: 'null stands in a list or map' },
  'contract/duplicate-field': { severity: 'error', title: 'A field is given under two spellings' },
  'contract/missing-required-field': { severity: 'error', title: 'A required field is missing or empty' },
  'contract/deprecated-version': { severity: 'warning', title: 'Contract version v0 is deprecated' },
  'contract/unsupported-version': { severity: 'error', title: 'The node refuses this contract version' },
  'contract/numeric-string': { severity: 'warning', title: 'A number stands in quotes' },
  'contract/enum-number': { severity: 'information', title: 'An enum is given by number' },
  'contract/unknown-enum-number': { severity: 'warning', title: 'The enum has no value with this number' },
  'contract/unusual-integer': { severity: 'information', title: 'A whole number has a point or an exponent' },
  'contract/mixed-names': { severity: 'hint', title: 'A field is spelled otherwise than the others' },
  'contract/too-deep': { severity: 'error', title: 'The node refuses nesting this deep' },
  'contract/newer-than-node-image': { severity: 'warning', title: 'The node image is older than the field' },
  'contract/no-effect': { severity: 'warning', title: 'Another setting makes this one pointless' },
  'contract/unused-field': { severity: 'information', title: 'Nothing on the node reads the field' },
  'contract/value-replaced': { severity: 'warning', title: 'The node takes another value' },
  'contract/missing-companion': { severity: 'warning', title: 'The setting needs another one' },
  'contract/contradiction': { severity: 'warning', title: 'Two settings contradict each other' },
  'contract/unknown-value': { severity: 'warning', title: 'The node knows no such value' },
  'contract/value-out-of-range': { severity: 'warning', title: 'The number is outside of what its reader takes' },
  'contract/gpu-mismatch': { severity: 'warning', title: 'GPU settings do not fit the VM size' },
  'contract/gpu-not-enabled': { severity: 'information', title: 'A size with GPUs is used without them' },
  'contract/unknown-kubelet-flag': { severity: 'warning', title: 'kubelet has no such flag' },
  'contract/unsupported-kubelet-flag': { severity: 'error', title: 'The chosen Kubernetes version has no such flag' },
  'contract/broken-flag-value': { severity: 'warning', title: 'The value of a flag falls apart' },
  'contract/unknown-feature-gate': { severity: 'warning', title: 'Kubernetes has no such feature gate' },
  'contract/unsupported-feature-gate': {
    severity: 'error',
    title: 'The chosen Kubernetes version has no such feature gate',
  },
  'contract/forbidden-label': { severity: 'error', title: 'kubelet may not set the label' },
  'contract/invalid-ip-address': { severity: 'warning', title: 'The text is not an IP address or range' },
  'contract/invalid-host-name': { severity: 'warning', title: 'The text is not a host name' },
  'contract/invalid-url': { severity: 'warning', title: 'The text is not a URL' },
  'contract/invalid-duration': { severity: 'warning', title: 'The text is not a duration' },
  'contract/invalid-quantity': { severity: 'warning', title: 'The text is not a quantity' },
  'contract/invalid-version': { severity: 'warning', title: 'The text is not a version' },
  'contract/invalid-name': { severity: 'warning', title: 'Azure takes no such name' },
  'contract/invalid-uuid': { severity: 'warning', title: 'The text is not a UUID' },
  'contract/invalid-label': { severity: 'warning', title: 'Kubernetes takes no such label' },
  'contract/invalid-taint': { severity: 'warning', title: 'The text is not a list of taints' },
  'contract/invalid-port-range': { severity: 'warning', title: 'The text is not a port range' },
  'contract/invalid-base64': { severity: 'warning', title: 'The text is not base64 of what it should be' },
  'contract/invalid-certificate': { severity: 'warning', title: 'The text holds no certificate' },
  'contract/certificate-expired': { severity: 'warning', title: 'A certificate has expired' },
  'contract/certificate-not-yet-valid': { severity: 'warning', title: 'A certificate is not valid yet' },
  'contract/certificate-not-a-ca': { severity: 'warning', title: 'A certificate is no authority' },
  'contract/invalid-path': { severity: 'warning', title: 'The text is not an absolute path' },
  'contract/invalid-image-reference': { severity: 'warning', title: 'The text is not an image reference' },
  'contract/invalid-token': { severity: 'warning', title: 'The text is not a bootstrap token' },
  'contract/invalid-json-text': { severity: 'warning', title: 'The text is not a JSON object' },
  'contract/invalid-limit': { severity: 'warning', title: 'systemd takes no such limit' },
  'contract/invalid-sysctl': { severity: 'warning', title: 'The text is not a sysctl' },
  'contract/dropped-feature': { severity: 'error', title: 'A feature is left out' },
  'contract/plain-secret': { severity: 'warning', title: 'A secret stands in a file under version control' },
  'cloud-config/header': { severity: 'error', title: 'The first line is not #cloud-config' },
  'cloud-config/unusual-header': { severity: 'warning', title: 'The header is not written as every version wants it' },
  'cloud-config/not-a-mapping': { severity: 'error', title: 'A cloud-config is one YAML mapping' },
  'cloud-config/unknown-key': { severity: 'error', title: 'cloud-init has no such key' },
  'cloud-config/deprecated-key': { severity: 'warning', title: 'The key is deprecated' },
  'cloud-config/wrong-type': { severity: 'error', title: 'The value has the wrong type' },
  'cloud-config/invalid-value': { severity: 'error', title: 'The value is not one of the accepted ones' },
  'cloud-config/missing-key': { severity: 'error', title: 'A required key is missing' },
  'cloud-config/key-not-text': { severity: 'error', title: 'A key is not text' },
  'cloud-config/unquoted-permissions': { severity: 'error', title: 'permissions is a number, not text' },
  'payload/binary-input': { severity: 'error', title: 'The file is not text' },
  'payload/invalid-utf-8': { severity: 'error', title: 'The text is not valid UTF-8' },
  'payload/base64-invalid': { severity: 'error', title: 'The text is not valid base64' },
  'payload/base64-truncated': { severity: 'error', title: 'The base64 text is cut off' },
  'payload/base64-padding': { severity: 'warning', title: 'The base64 text lacks its padding' },
  'payload/gzip-invalid': { severity: 'error', title: 'The gzip data are damaged' },
  'payload/gzip-truncated': { severity: 'error', title: 'The gzip data are cut off' },
  'payload/gzip-checksum': { severity: 'error', title: 'The gzip checksum is wrong' },
  'payload/gzip-trailing-data': { severity: 'warning', title: 'Something follows the gzip data' },
  'payload/mime-no-boundary': { severity: 'error', title: 'A multipart message names no boundary' },
  'payload/mime-no-closing-boundary': { severity: 'warning', title: 'A multipart message is not closed' },
  'payload/mime-unknown-encoding': { severity: 'warning', title: 'The transfer encoding is unknown' },
  'payload/unknown-encoding': { severity: 'warning', title: 'write_files does not know this encoding' },
  'payload/content-still-compressed': { severity: 'warning', title: 'The file stays compressed on the node' },
  'payload/heredoc-unterminated': { severity: 'error', title: 'A here-document is not closed' },
  'payload/empty': { severity: 'error', title: 'The payload is empty' },
  'payload/limit-input': { severity: 'error', title: 'The file is too large to analyse' },
  'payload/limit-output': { severity: 'error', title: 'The payload decodes to too much' },
  'payload/limit-depth': { severity: 'error', title: 'The payload has too many layers' },
  'payload/limit-children': { severity: 'error', title: 'The payload has too many parts' },
  'vmss/payload-null': { severity: 'information', title: 'Azure does not return this payload' },
  'vmss/payload-redacted': { severity: 'information', title: 'The payload was removed from the text' },
  'vmss/payload-in-key-vault': { severity: 'information', title: 'The settings live in a key vault' },
  'vmss/payload-not-a-string': { severity: 'error', title: 'The payload is not a string' },
  'vmss/custom-data-too-long': { severity: 'error', title: 'Azure refuses custom data of this length' },
  'vmss/custom-data-near-limit': { severity: 'warning', title: 'Custom data is nearly too long for Azure' },
  'cse/script-and-command': { severity: 'error', title: 'script and commandToExecute are both given' },
  'cse/setting-in-both': { severity: 'error', title: 'A setting is both public and protected' },
  'cse/empty-command': { severity: 'error', title: 'commandToExecute is empty' },
} as const satisfies Record<string, CodeFacts>;

/** One of the stable problem codes, `area/kebab-name`. */
export type ProblemCode = keyof typeof problemCodes;

/** Every code, in the order of the table. */
export const allProblemCodes = Object.keys(problemCodes) as ProblemCode[];

/** The page and anchor that explain a code: the `href` of results and diagnostics. */
export function problemHref(code: ProblemCode): string {
  return `${problemsPage}#${code.replace('/', '')}`;
}

const problemsPage = 'https://github.com/aks-bootstrap/aks-bootstrap/blob/main/docs/problems.md';
