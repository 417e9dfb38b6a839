import type { Analysis } from '../analysis.js';
import type { FileProblem, Payload } from '../document/payload.js';
import type { NodePath } from '../formats/tree/paths.js';
import { limits } from '../limits.js';
import { positionInText } from '../nodeConfig/navigate.js';
import { kubeletFile } from '../nodeConfig/value.js';
import { NodeConfigView } from '../nodeConfig/view.js';
import type { Masked, Masking } from '../secrets/masking.js';
import type { LineIndex, Position, Span } from '../text/span.js';

/** A position in a file of a case, zero-based. */
export interface CasePosition extends Position {
  readonly file: Masked;
  /** For a position in a payload that the file only has encoded: the payload, by name and path, and the position there. */
  readonly inside: ({ readonly name: Masked; readonly steps: readonly Masked[] } & Position) | null;
}

/** A field of a node config that leads to a failure, as the config gives it. */
export interface CaseField extends CasePosition {
  /** Proto names, such as `kubelet_config.kubelet_flags["--max-pods"]`. */
  readonly field: string;
  /** The member as written, on one line. */
  readonly text: Masked;
}

/** A node config among the files of a case. */
export interface CaseConfig extends CasePosition {
  /** Problems of severity error, the first ones. */
  readonly errors: readonly (CasePosition & { readonly message: Masked })[];
  readonly errorCount: number;
  /** Further files with the same config. */
  readonly others: readonly Masked[];
}

/** The fields of the node config whose values lead to an error of the scripts, by its name without `ERR_`. */
const fieldsByError: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^OUTBOUND_CONN_FAIL$/, ['outbound_command', 'bootstrap_profile_container_registry_server', 'http_proxy_config']],
  [/^K8S_API_SERVER_/, ['api_server_config.api_server_name']],
  [/^CUSTOM_SEARCH_DOMAINS_FAIL$/, ['custom_search_domain_config']],
  [/^HTTP_PROXY_CA_/, ['http_proxy_config.proxy_trusted_ca']],
  [/^UPDATE_CA_CERTS$/, ['custom_ca_certs', 'http_proxy_config.proxy_trusted_ca']],
  [/^SYSCTL_RELOAD$/, ['custom_linux_os_config.sysctl_config']],
  [/^SWAP_CREATE?_/, ['custom_linux_os_config.swap_file_size', 'custom_linux_os_config.enable_swap_config']],
  [/^GPU_|^MIG_/, ['gpu_config']],
  [/^(?:K8S_(?:DOWNLOAD|INSTALL)_|KUBELET_INSTALL_|KUBECTL_INSTALL_)/, ['kube_binary_config', 'kubernetes_version']],
  [/^ORAS_PULL_|^DNS_HEALTH_FAIL$/, ['bootstrap_profile_container_registry_server']],
];

/** The fields whose values may lead to a failure of the scripts. */
export function fieldsBehind(errorName: string | null): readonly string[] {
  const name = (errorName ?? '').replace(/^ERR_/, '');
  return fieldsByError.find(([pattern]) => pattern.test(name))?.[1] ?? [];
}

interface KeptConfig {
  readonly file: Masked;
  readonly analysis: Analysis;
  readonly payload: Payload;
  readonly view: NodeConfigView;
  readonly problems: () => readonly FileProblem[];
  readonly others: Masked[];
}

/** The node configs of a case, each of them once: the files of several instances often have the same. */
export class CaseConfigs {
  readonly #configs = new Map<string, KeptConfig>();
  readonly #masking: Masking;

  constructor(masking: Masking) {
    this.#masking = masking;
  }

  /** Keeps the node configs in a file with its reported problems; whether there is one. */
  add(file: Masked, analysis: Analysis, problems: () => readonly FileProblem[]): boolean {
    let found = false;
    for (const payload of analysis.documents()) {
      if (payload.kind !== 'node-config' || payload.text === undefined) continue;
      const view = analysis.view(payload);
      if (!(view instanceof NodeConfigView)) continue;
      found = true;
      const key = analysis.platform.sha256(payload.bytes);
      const known = this.#configs.get(key);
      if (known !== undefined) {
        if (known.file !== file && !known.others.includes(file)) known.others.push(file);
      } else if (this.#configs.size < limits.caseConfigs)
        this.#configs.set(key, { file, analysis, payload, view, problems, others: [] });
    }
    return found;
  }

  get all(): readonly CaseConfig[] {
    return [...this.#configs.values()].map((config) => {
      const { payload, problems, others } = config;
      const errors = problems().filter(({ severity, document }) => severity === 'error' && document === payload);
      return {
        ...this.#position(config, { start: 0, end: 0 }),
        errorCount: errors.length,
        errors: errors.slice(0, limits.caseEvidence).map(({ message, span, inner }) => ({
          ...this.#position(config, inner ?? span, inner === undefined ? span : undefined),
          message: this.#masking.text(message),
        })),
        others,
      };
    });
  }

  /**
   * What the configs give at a path such as `kubelet_config.kubelet_flags["--foo"]`. kubelet names fields of its config file
   * that a node config may not have; then the whole file is given.
   */
  field(path: string): readonly CaseField[] {
    const paths = path.startsWith(`${kubeletFile}.`) ? [path, kubeletFile] : [path];
    return [...this.#configs.values()].flatMap((config) => {
      const { view, payload } = config;
      const [first] = paths.flatMap((field) => {
        const position = positionInText(view.reading.value, stepsOf(field));
        return position === undefined ? [] : [{ field, ...position }];
      });
      if (first === undefined) return [];
      const { field, span, name } = first;
      const written = this.#masking.inPlace(payload.text ?? '').slice(span.start, span.end);
      const line = written.replace(/\s+/g, ' ').slice(0, limits.shownLineLength);
      return [{ ...this.#position(config, name), field, text: this.#masking.text(line) }];
    });
  }

  /** The position of a range of a config; `outer` is the range in the file if only that is known. */
  #position({ file, analysis, payload }: KeptConfig, span: Span, outer?: Span): CasePosition {
    const positionOf = (lines: LineIndex, { start }: Span): Position => lines.positionAt(start);
    const isExact = payload.map.exact || outer !== undefined;
    return {
      file,
      ...positionOf(analysis.lines, outer ?? payload.map.toOuter(span)),
      inside: isExact
        ? null
        : {
            name: this.#masking.text(payload.name),
            steps: payload.steps.map((step) => this.#masking.text(step)),
            ...positionOf(analysis.linesOf(payload), span),
          },
    };
  }
}

/** The steps of a path of proto names with a key of a map at its end. */
function stepsOf(path: string): NodePath {
  const [, names = path, key] = /^([\w.]+)\["([^"]*)"\]$/.exec(path) ?? [];
  return [...names.split('.'), ...(key === undefined ? [] : [key])];
}
