import { email } from '@ingot/endpoints/identity-fields'
import type { OperatorPerson } from '@ingot/endpoints/people'
import { type Role, roles } from '@ingot/endpoints/roles'
import { NativeSelect, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { FormText } from '../../ui/form.tsx'

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

export const InviteDialog = ({ onClose }: { onClose: () => void }) => (
  <AskApprovalDialog
    title="Invite an operator"
    action="invite-operator"
    thing={({ email: address }) => address.trim().toLowerCase()}
    givenOf={({ role }) => ({ roles: role })}
    more={{
      shape: { email, role: roleField },
      initialValues: { email: '', role: 'Support' },
      fields: (field) => (
        <>
          <TextInput label="E-mail" type="email" size="md" autoComplete="off" {...field('email')} />
          <NativeSelect label="Role" size="md" data={choicesOf(roles)} {...field('role')} />
        </>
      ),
    }}
    onClose={onClose}
  >
    <FormText isQuiet>
      The invitation is e-mailed once another owner has approved it. More roles can be given later.
    </FormText>
  </AskApprovalDialog>
)
