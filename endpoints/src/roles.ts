/**
 * What an operator is trusted with; one person may have several. An Auditor reads everything and changes nothing.
 */
export const roles = ['Owner', 'Finance', 'Vault', 'Compliance', 'Support', 'Auditor'] as const

export type Role = (typeof roles)[number]

/** Whether somebody who has these roles has one of those that are needed. */
export const hasOneOf = (held: readonly Role[], needed: readonly Role[]): boolean =>
  held.some((role) => needed.includes(role))
