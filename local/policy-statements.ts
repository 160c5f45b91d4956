const policy = /^(?:create|alter|drop)\s+policy\b[^;]*;[ \t]*\n?/gim;
const setting = /^set\s[^;]*;[ \t]*\n?/gim;
const comment = /^[ \t]*--.*\n?/gm;

/**
 * Splits SQL into statements about policies and the others. A hosted project locks its tables of logins and files
 * until the transaction of such a statement ends (supautils.policy_grants).
 */
export function splitPolicies(sql: string): { policies: string; others: string } {
  return { policies: (sql.match(policy) ?? []).join(''), others: sql.replaceAll(policy, '') };
}

/** Whether a migration mixes policies with other statements. */
export function policyFault(sql: string): boolean {
  const { policies, others } = splitPolicies(sql.replaceAll(comment, ''));
  return policies !== '' && others.replaceAll(setting, '').trim() !== '';
}
