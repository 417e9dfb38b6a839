// @ts-nocheck
// Generated from schemas/aks-bootstrap-config.schema.json by `npm run generate`; do not edit.
'use strict';
export const configurationFits = validate10;
const schema11 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    kinds: {
      type: 'object',
      additionalProperties: {
        type: 'string',
        enum: [
          'node-config',
          'cloud-config',
          'user-data',
          'vmss-json',
          'vm-json',
          'activity-log',
          'arm-template',
          'arm-deployment',
          'run-command',
          'bicep',
          'cse-settings',
          'cse-command',
          'custom-data',
          'ignition',
          'goal-state',
          'karpenter-options',
          'kubernetes',
          'terraform',
          'mime',
          'cse-status',
          'provision-log',
          'tool-config',
          'unknown',
        ],
      },
    },
    nodeImage: { type: 'string' },
    cloudInit: {
      type: 'object',
      additionalProperties: false,
      properties: {
        version: { type: 'string' },
        instanceData: { type: ['string', 'object'], additionalProperties: { type: 'string' } },
      },
    },
    karpenter: {
      type: 'object',
      additionalProperties: false,
      properties: { settings: { type: 'string' }, release: { type: 'string' } },
    },
    contract: { type: 'string' },
    problems: {
      type: 'object',
      additionalProperties: false,
      properties: {
        severity: {
          type: 'object',
          additionalProperties: { type: 'string', enum: ['error', 'warning', 'information', 'hint', 'off'] },
        },
        ignore: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        baseline: { type: 'string' },
      },
    },
    customData: {
      type: 'object',
      additionalProperties: false,
      properties: { dialect: { type: 'string', enum: ['cloud-init', 'flatcar', 'write-files'] } },
    },
    preview: {
      type: 'object',
      additionalProperties: false,
      properties: { containerdVersion: { type: 'string' }, gpuComponents: { type: 'string' } },
    },
  },
};
const func2 = Object.prototype.hasOwnProperty;
function validate10(data, { instancePath = '', parentData, parentDataProperty, rootData = data } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == 'object' && !Array.isArray(data)) {
    for (const key0 in data) {
      if (!func2.call(schema11.properties, key0)) {
        const err0 = {
          instancePath,
          schemaPath: '#/additionalProperties',
          keyword: 'additionalProperties',
          params: { additionalProperty: key0 },
          message: 'must NOT have additional properties',
        };
        if (vErrors === null) {
          vErrors = [err0];
        } else {
          vErrors.push(err0);
        }
        errors++;
      }
    }
    if (data.$schema !== undefined) {
      if (typeof data.$schema !== 'string') {
        const err1 = {
          instancePath: instancePath + '/$schema',
          schemaPath: '#/properties/%24schema/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.kinds !== undefined) {
      let data1 = data.kinds;
      if (data1 && typeof data1 == 'object' && !Array.isArray(data1)) {
        for (const key1 in data1) {
          let data2 = data1[key1];
          if (typeof data2 !== 'string') {
            const err2 = {
              instancePath: instancePath + '/kinds/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/kinds/additionalProperties/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err2];
            } else {
              vErrors.push(err2);
            }
            errors++;
          }
          if (!(
            data2 === 'node-config' ||
            data2 === 'cloud-config' ||
            data2 === 'user-data' ||
            data2 === 'vmss-json' ||
            data2 === 'vm-json' ||
            data2 === 'activity-log' ||
            data2 === 'arm-template' ||
            data2 === 'arm-deployment' ||
            data2 === 'run-command' ||
            data2 === 'bicep' ||
            data2 === 'cse-settings' ||
            data2 === 'cse-command' ||
            data2 === 'custom-data' ||
            data2 === 'ignition' ||
            data2 === 'goal-state' ||
            data2 === 'karpenter-options' ||
            data2 === 'kubernetes' ||
            data2 === 'terraform' ||
            data2 === 'mime' ||
            data2 === 'cse-status' ||
            data2 === 'provision-log' ||
            data2 === 'tool-config' ||
            data2 === 'unknown'
          )) {
            const err3 = {
              instancePath: instancePath + '/kinds/' + key1.replace(/~/g, '~0').replace(/\//g, '~1'),
              schemaPath: '#/properties/kinds/additionalProperties/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.kinds.additionalProperties.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err3];
            } else {
              vErrors.push(err3);
            }
            errors++;
          }
        }
      } else {
        const err4 = {
          instancePath: instancePath + '/kinds',
          schemaPath: '#/properties/kinds/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.nodeImage !== undefined) {
      if (typeof data.nodeImage !== 'string') {
        const err5 = {
          instancePath: instancePath + '/nodeImage',
          schemaPath: '#/properties/nodeImage/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.cloudInit !== undefined) {
      let data4 = data.cloudInit;
      if (data4 && typeof data4 == 'object' && !Array.isArray(data4)) {
        for (const key2 in data4) {
          if (!(key2 === 'version' || key2 === 'instanceData')) {
            const err6 = {
              instancePath: instancePath + '/cloudInit',
              schemaPath: '#/properties/cloudInit/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key2 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data4.version !== undefined) {
          if (typeof data4.version !== 'string') {
            const err7 = {
              instancePath: instancePath + '/cloudInit/version',
              schemaPath: '#/properties/cloudInit/properties/version/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err7];
            } else {
              vErrors.push(err7);
            }
            errors++;
          }
        }
        if (data4.instanceData !== undefined) {
          let data6 = data4.instanceData;
          if (typeof data6 !== 'string' && !(data6 && typeof data6 == 'object' && !Array.isArray(data6))) {
            const err8 = {
              instancePath: instancePath + '/cloudInit/instanceData',
              schemaPath: '#/properties/cloudInit/properties/instanceData/type',
              keyword: 'type',
              params: { type: schema11.properties.cloudInit.properties.instanceData.type },
              message: 'must be string,object',
            };
            if (vErrors === null) {
              vErrors = [err8];
            } else {
              vErrors.push(err8);
            }
            errors++;
          }
          if (data6 && typeof data6 == 'object' && !Array.isArray(data6)) {
            for (const key3 in data6) {
              if (typeof data6[key3] !== 'string') {
                const err9 = {
                  instancePath:
                    instancePath + '/cloudInit/instanceData/' + key3.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/properties/cloudInit/properties/instanceData/additionalProperties/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err9];
                } else {
                  vErrors.push(err9);
                }
                errors++;
              }
            }
          }
        }
      } else {
        const err10 = {
          instancePath: instancePath + '/cloudInit',
          schemaPath: '#/properties/cloudInit/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.karpenter !== undefined) {
      let data8 = data.karpenter;
      if (data8 && typeof data8 == 'object' && !Array.isArray(data8)) {
        for (const key4 in data8) {
          if (!(key4 === 'settings' || key4 === 'release')) {
            const err11 = {
              instancePath: instancePath + '/karpenter',
              schemaPath: '#/properties/karpenter/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key4 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
        }
        if (data8.settings !== undefined) {
          if (typeof data8.settings !== 'string') {
            const err12 = {
              instancePath: instancePath + '/karpenter/settings',
              schemaPath: '#/properties/karpenter/properties/settings/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data8.release !== undefined) {
          if (typeof data8.release !== 'string') {
            const err13 = {
              instancePath: instancePath + '/karpenter/release',
              schemaPath: '#/properties/karpenter/properties/release/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
      } else {
        const err14 = {
          instancePath: instancePath + '/karpenter',
          schemaPath: '#/properties/karpenter/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.contract !== undefined) {
      if (typeof data.contract !== 'string') {
        const err15 = {
          instancePath: instancePath + '/contract',
          schemaPath: '#/properties/contract/type',
          keyword: 'type',
          params: { type: 'string' },
          message: 'must be string',
        };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.problems !== undefined) {
      let data12 = data.problems;
      if (data12 && typeof data12 == 'object' && !Array.isArray(data12)) {
        for (const key5 in data12) {
          if (!(key5 === 'severity' || key5 === 'ignore' || key5 === 'baseline')) {
            const err16 = {
              instancePath: instancePath + '/problems',
              schemaPath: '#/properties/problems/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key5 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err16];
            } else {
              vErrors.push(err16);
            }
            errors++;
          }
        }
        if (data12.severity !== undefined) {
          let data13 = data12.severity;
          if (data13 && typeof data13 == 'object' && !Array.isArray(data13)) {
            for (const key6 in data13) {
              let data14 = data13[key6];
              if (typeof data14 !== 'string') {
                const err17 = {
                  instancePath: instancePath + '/problems/severity/' + key6.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/properties/problems/properties/severity/additionalProperties/type',
                  keyword: 'type',
                  params: { type: 'string' },
                  message: 'must be string',
                };
                if (vErrors === null) {
                  vErrors = [err17];
                } else {
                  vErrors.push(err17);
                }
                errors++;
              }
              if (!(
                data14 === 'error' ||
                data14 === 'warning' ||
                data14 === 'information' ||
                data14 === 'hint' ||
                data14 === 'off'
              )) {
                const err18 = {
                  instancePath: instancePath + '/problems/severity/' + key6.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/properties/problems/properties/severity/additionalProperties/enum',
                  keyword: 'enum',
                  params: { allowedValues: schema11.properties.problems.properties.severity.additionalProperties.enum },
                  message: 'must be equal to one of the allowed values',
                };
                if (vErrors === null) {
                  vErrors = [err18];
                } else {
                  vErrors.push(err18);
                }
                errors++;
              }
            }
          } else {
            const err19 = {
              instancePath: instancePath + '/problems/severity',
              schemaPath: '#/properties/problems/properties/severity/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err19];
            } else {
              vErrors.push(err19);
            }
            errors++;
          }
        }
        if (data12.ignore !== undefined) {
          let data15 = data12.ignore;
          if (data15 && typeof data15 == 'object' && !Array.isArray(data15)) {
            for (const key7 in data15) {
              let data16 = data15[key7];
              if (Array.isArray(data16)) {
                const len0 = data16.length;
                for (let i0 = 0; i0 < len0; i0++) {
                  if (typeof data16[i0] !== 'string') {
                    const err20 = {
                      instancePath:
                        instancePath + '/problems/ignore/' + key7.replace(/~/g, '~0').replace(/\//g, '~1') + '/' + i0,
                      schemaPath: '#/properties/problems/properties/ignore/additionalProperties/items/type',
                      keyword: 'type',
                      params: { type: 'string' },
                      message: 'must be string',
                    };
                    if (vErrors === null) {
                      vErrors = [err20];
                    } else {
                      vErrors.push(err20);
                    }
                    errors++;
                  }
                }
              } else {
                const err21 = {
                  instancePath: instancePath + '/problems/ignore/' + key7.replace(/~/g, '~0').replace(/\//g, '~1'),
                  schemaPath: '#/properties/problems/properties/ignore/additionalProperties/type',
                  keyword: 'type',
                  params: { type: 'array' },
                  message: 'must be array',
                };
                if (vErrors === null) {
                  vErrors = [err21];
                } else {
                  vErrors.push(err21);
                }
                errors++;
              }
            }
          } else {
            const err22 = {
              instancePath: instancePath + '/problems/ignore',
              schemaPath: '#/properties/problems/properties/ignore/type',
              keyword: 'type',
              params: { type: 'object' },
              message: 'must be object',
            };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
        }
        if (data12.baseline !== undefined) {
          if (typeof data12.baseline !== 'string') {
            const err23 = {
              instancePath: instancePath + '/problems/baseline',
              schemaPath: '#/properties/problems/properties/baseline/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err23];
            } else {
              vErrors.push(err23);
            }
            errors++;
          }
        }
      } else {
        const err24 = {
          instancePath: instancePath + '/problems',
          schemaPath: '#/properties/problems/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
    }
    if (data.customData !== undefined) {
      let data19 = data.customData;
      if (data19 && typeof data19 == 'object' && !Array.isArray(data19)) {
        for (const key8 in data19) {
          if (!(key8 === 'dialect')) {
            const err25 = {
              instancePath: instancePath + '/customData',
              schemaPath: '#/properties/customData/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key8 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err25];
            } else {
              vErrors.push(err25);
            }
            errors++;
          }
        }
        if (data19.dialect !== undefined) {
          let data20 = data19.dialect;
          if (typeof data20 !== 'string') {
            const err26 = {
              instancePath: instancePath + '/customData/dialect',
              schemaPath: '#/properties/customData/properties/dialect/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err26];
            } else {
              vErrors.push(err26);
            }
            errors++;
          }
          if (!(data20 === 'cloud-init' || data20 === 'flatcar' || data20 === 'write-files')) {
            const err27 = {
              instancePath: instancePath + '/customData/dialect',
              schemaPath: '#/properties/customData/properties/dialect/enum',
              keyword: 'enum',
              params: { allowedValues: schema11.properties.customData.properties.dialect.enum },
              message: 'must be equal to one of the allowed values',
            };
            if (vErrors === null) {
              vErrors = [err27];
            } else {
              vErrors.push(err27);
            }
            errors++;
          }
        }
      } else {
        const err28 = {
          instancePath: instancePath + '/customData',
          schemaPath: '#/properties/customData/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
    if (data.preview !== undefined) {
      let data21 = data.preview;
      if (data21 && typeof data21 == 'object' && !Array.isArray(data21)) {
        for (const key9 in data21) {
          if (!(key9 === 'containerdVersion' || key9 === 'gpuComponents')) {
            const err29 = {
              instancePath: instancePath + '/preview',
              schemaPath: '#/properties/preview/additionalProperties',
              keyword: 'additionalProperties',
              params: { additionalProperty: key9 },
              message: 'must NOT have additional properties',
            };
            if (vErrors === null) {
              vErrors = [err29];
            } else {
              vErrors.push(err29);
            }
            errors++;
          }
        }
        if (data21.containerdVersion !== undefined) {
          if (typeof data21.containerdVersion !== 'string') {
            const err30 = {
              instancePath: instancePath + '/preview/containerdVersion',
              schemaPath: '#/properties/preview/properties/containerdVersion/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err30];
            } else {
              vErrors.push(err30);
            }
            errors++;
          }
        }
        if (data21.gpuComponents !== undefined) {
          if (typeof data21.gpuComponents !== 'string') {
            const err31 = {
              instancePath: instancePath + '/preview/gpuComponents',
              schemaPath: '#/properties/preview/properties/gpuComponents/type',
              keyword: 'type',
              params: { type: 'string' },
              message: 'must be string',
            };
            if (vErrors === null) {
              vErrors = [err31];
            } else {
              vErrors.push(err31);
            }
            errors++;
          }
        }
      } else {
        const err32 = {
          instancePath: instancePath + '/preview',
          schemaPath: '#/properties/preview/type',
          keyword: 'type',
          params: { type: 'object' },
          message: 'must be object',
        };
        if (vErrors === null) {
          vErrors = [err32];
        } else {
          vErrors.push(err32);
        }
        errors++;
      }
    }
  } else {
    const err33 = {
      instancePath,
      schemaPath: '#/type',
      keyword: 'type',
      params: { type: 'object' },
      message: 'must be object',
    };
    if (vErrors === null) {
      vErrors = [err33];
    } else {
      vErrors.push(err33);
    }
    errors++;
  }
  validate10.errors = vErrors;
  return errors === 0;
}
