/** A state of Terraform with one instance of a resource. */
export function terraformState(instance: object, type = 'a_b'): object {
  return {
    version: 4,
    terraform_version: '1.13.4',
    resources: [{ mode: 'managed', type, name: 'c', instances: [instance] }],
  };
}

/** A plan of Terraform in JSON that creates one resource; `sensitive` has `true` at the values that are secrets. */
export function terraformPlan(after: object, sensitive: object): object {
  const change = { actions: ['create'], before: null, after, after_sensitive: sensitive };
  return { format_version: '1.2', resource_changes: [{ address: 'a.b', change }] };
}
