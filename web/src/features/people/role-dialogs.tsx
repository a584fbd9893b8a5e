import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { email } from '@ingot/endpoints/identity-fields'
import type { OperatorPerson } from '@ingot/endpoints/people'
import { type Role, roles } from '@ingot/endpoints/roles'
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import classes from './people.module.css'

/** What each role is trusted with, in a few words. */
const roleWords: Record<Role, string> = {
  Owner: 'Owner: people and policy',
  Finance: 'Finance: payouts, refunds and rewards',
  Vault: 'Vault: bars and tranches',
  Compliance: 'Compliance: verification and freezes',
  Support: 'Support: tickets and texts',
  Auditor: 'Auditor: sees everything, changes nothing',
}

const choicesOf = (offered: readonly Role[]) => offered.map((role) => ({ value: role, label: roleWords[role] }))

const roleField = z.enum(roles, 'Please choose a role.')

export const RoleDialog = ({
  person,
  way,
  onClose,
}: {
  person: OperatorPerson
  way: 'give' | 'take'
  onClose: () => void
}) => {
  const offered = roles.filter((role) => person.roles.includes(role) === (way === 'take'))
  return (
    <AskApprovalDialog
      title={way === 'give' ? `Give ${person.username} a role` : `Take a role from ${person.username}`}
      action={`${way}-role`}
      thing={person.id}
      givenOf={({ role }) => ({ role })}
      more={{
        shape: { role: roleField },
        initialValues: { role: offered[0] ?? '' },
        fields: (field) => <NativeSelect label="Role" size="md" data={choicesOf(offered)} {...field('role')} />,
      }}
      onClose={onClose}
    >
      <FormText isQuiet>Another owner has to approve it.</FormText>
    </AskApprovalDialog>
  )
}

/** Several, kept as the server reads them: with commas between them. */
const RolesField = ({
  value = '',
  onChange,
  error,
}: {
  value?: string
  onChange: (value: string) => void
  error?: ReactNode
}) => (
  <Checkbox.Group
    label="Roles"
    size="md"
    value={value === '' ? [] : value.split(',')}
    onChange={(chosen) => onChange(roles.filter((role) => chosen.includes(role)).join(','))}
    error={error}
  >
    <div className={classes.roles}>
      {choicesOf(roles).map(({ value: role, label }) => (
        <Checkbox key={role} value={role} label={label} />
      ))}
    </div>
  </Checkbox.Group>
)

export const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <AskApprovalDialog
    title="Invite an operator"
    action="invite-operator"
    thing={({ email: address }) => address.trim().toLowerCase()}
    givenOf={({ roles: chosen }) => ({ roles: chosen })}
    more={{
      shape: { email, roles: z.string().check(z.minLength(1, 'Please choose at least one role.')) },
      initialValues: { email: '', roles: 'Support' },
      fields: (field) => (
        <>
          <TextInput label="E-mail" type="email" size="md" autoComplete="off" {...field('email')} />
          <RolesField {...field('roles')} />
        </>
      ),
    }}
    onClose={onClose}
  >
    <FormText isQuiet>The invitation is e-mailed once another owner has approved it.</FormText>
  </AskApprovalDialog>
)
