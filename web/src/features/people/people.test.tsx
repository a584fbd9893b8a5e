import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, sampleApproval, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, failure, ok } from '../../lib/test-server.ts'
import { OperatorInvitationPage } from './operator-invitation-page.tsx'
import { OperatorPeoplePage } from './operator-people-page.tsx'

afterEach(() => act(() => useSession.getState().logOut()))

const olga = {
  id: '0198a3c1-0000-7000-8000-0000000000b1',
  username: 'olga',
  email: 'olga@example.com',
  roles: ['Owner', 'Finance'],
  twoFactorOn: true,
  lastSeenAt: null,
  since: '2026-11-01T00:00:00.000Z',
}

const invited = {
  id: '0198a3c1-0000-7000-8000-0000000000b2',
  email: 'new@example.com',
  roles: ['Support'],
  invitedBy: 'olga',
  at: '2026-11-10T00:00:00.000Z',
  expiresAt: '2026-11-13T00:00:00.000Z',
}

const proof = { Reason: 'She joins', 'Your password': 'blue kettle', '2FA code': '123456' }

describe('the people', () => {
  const open = (roles: Role[] = ['Owner']) => {
    signInOperator(roles)
    return openConsole(OperatorPeoplePage, '/operator/people', '/operator/people', {
      'GET /operator/people': ok({ people: [olga], invited: [invited] }),
      'POST /operator/approvals': ok(sampleApproval),
    })
  }

  it('are listed with their roles, and who is invited', async () => {
    open()
    expect(await screen.findByRole('heading', { name: 'olga' })).toBeTruthy()
    expect(screen.getByText('Owner, Finance')).toBeTruthy()
    expect(screen.getByText('Never')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'new@example.com' })).toBeTruthy()
  })

  it.each([
    ['Give a role', 'Give olga a role', 'Support', 'give-role', ['Vault', 'Compliance', 'Support', 'Auditor']],
    ['Take a role', 'Take a role from olga', 'Finance', 'take-role', ['Owner', 'Finance']],
  ])('%s offers what makes sense, and asks another owner', async (button, title, role, action, offered) => {
    const { sentTo } = open()
    fireEvent.click(await screen.findByRole('button', { name: button }))
    const dialog = await dialogNamed(title)
    const options = dialog.getAllByRole<HTMLOptionElement>('option').map(({ value }) => value)
    expect(options).toEqual(offered)
    fillIn(dialog, { Role: role, ...proof })
    pressIn(dialog, 'Ask for approval')
    expect(await dialog.findByText(/Another operator has been asked/)).toBeTruthy()
    expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({ action, thing: olga.id, given: { role } })
  })

  it('are invited by their address, with one role or several', async () => {
    const { sentTo } = open()
    fireEvent.click(await screen.findByRole('button', { name: 'Invite an operator' }))
    const dialog = await dialogNamed('Invite an operator')
    const press = (role: RegExp) => fireEvent.click(dialog.getByRole('checkbox', { name: role }))
    fillIn(dialog, { 'E-mail': 'not an address', ...proof })
    press(/^Support/)
    pressIn(dialog, 'Ask for approval')
    expect(await dialog.findByText('Please enter an e-mail address.')).toBeTruthy()
    expect(dialog.getByText('Please choose at least one role.')).toBeTruthy()
    press(/^Vault/)
    press(/^Finance/)
    fillIn(dialog, { 'E-mail': ' Paul@Example.com ' })
    pressIn(dialog, 'Ask for approval')
    await waitFor(() => expect(sentTo('POST /operator/approvals')).toHaveLength(1))
    expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
      action: 'invite-operator',
      thing: 'paul@example.com',
      given: { roles: 'Finance,Vault' },
    })
  })

  it('are changed by owners only', async () => {
    open(['Support'])
    await screen.findByRole('heading', { name: 'olga' })
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('an invitation', () => {
  const call = 'POST /operator-invitation'
  const open = (answer: Parameters<typeof openConsole>[3][string], address = '/operator-invitation?token=t0ken') =>
    openConsole(OperatorInvitationPage, '/operator-invitation', address, { [call]: answer })
  const fillForm = async (password: string) => {
    fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'paul' } })
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
    fireEvent.click(screen.getByRole('button', { name: 'Create operator account' }))
  }

  it('makes an operator, who logs in next', async () => {
    const { sentTo } = open(ok({ email: 'paul@example.com' }))
    await fillForm('short')
    expect(await screen.findByText('Please use at least 12 characters.')).toBeTruthy()
    expect(sentTo(call)).toEqual([])
    await fillForm('green harbour at night')
    expect(await screen.findByRole('heading', { name: 'You are an operator now' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/signin')
    expect(bodyOf(sentTo(call)[0])).toEqual({
      token: 't0ken',
      username: 'paul',
      password: 'green harbour at night',
    })
  })

  it.each([
    ['LinkInvalid', 'This link no longer works.', 'Ask whoever invited you for a new one.'],
    ['UsernameTaken', 'This username is taken.', ''],
    ['PasswordRefused', 'This password is known from a leak.', ''],
  ])('that is refused with %s says what to do', async (name, message, advice) => {
    open(failure(400, name, message))
    await fillForm('green harbour at night')
    expect(await screen.findByText(message)).toBeTruthy()
    if (advice !== '') expect(screen.getByText(new RegExp(advice))).toBeTruthy()
  })

  it('without its token says that the link is not complete', async () => {
    open(ok({}), '/operator-invitation')
    expect(await screen.findByRole('heading', { name: 'This link is not complete' })).toBeTruthy()
  })
})
