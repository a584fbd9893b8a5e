import type { ManagedIncident } from '@ingot/endpoints/incident-desk'
import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, failure, ok, page } from '../../lib/test-server.ts'
import { OperatorIncidentsPage } from './operator-incidents-page.tsx'

afterEach(() => act(() => useSession.getState().logOut()))

const at = '2026-11-18T10:00:00.000Z'
const id = '0198a3c1-0000-7000-8000-0000000000d1'

const incident: ManagedIncident = {
  ...{ id, title: 'Some cards are refused', parts: ['cards'], state: 'investigating', beganAt: at, endedAt: null },
  isBySelf: true,
  updates: [{ state: 'investigating', words: 'The card processor does not answer.', at, by: null }],
}

const open = (roles: Role[], incidents: ManagedIncident[] = [incident]) => {
  signInOperator(roles)
  return openConsole(OperatorIncidentsPage, '/operator/incidents', '/operator/incidents', {
    'GET /operator/incidents': page(incidents),
    'POST /operator/incidents': ok(incident),
    [`POST /operator/incidents/${id}`]: ok(incident),
  })
}

const proof = { password: 'blue kettle walks home', inputCode: '123456' }
const proven = { 'Your password': proof.password, '2FA code': proof.inputCode }

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('tells everybody of what does not work', async () => {
  const { sentTo } = open(['Support'], [])
  expect(await screen.findByText('No incidents yet')).toBeTruthy()
  await press('Tell of an incident')
  const dialog = await dialogNamed('Tell of an incident')
  pressIn(dialog, 'Tell everybody')
  expect(await dialog.findByText('Please give it a title.')).toBeTruthy()
  expect(dialog.getByText('Please choose at least one part.')).toBeTruthy()
  fillIn(dialog, { Title: 'Payouts are late', 'What customers should know': 'The bank is closed today.', ...proven })
  fireEvent.click(dialog.getByLabelText('Bank transfers and payouts'))
  pressIn(dialog, 'Tell everybody')
  await waitFor(() => expect(sentTo('POST /operator/incidents')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /operator/incidents')[0])).toEqual({
    ...{ title: 'Payouts are late', parts: ['bank'], words: 'The bank is closed today.', ...proof },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('says how it goes on, from the state that was seen', async () => {
  const { sentTo } = open(['Owner'])
  await press('Update Some cards are refused')
  const dialog = await dialogNamed('Update: Some cards are refused')
  fireEvent.click(dialog.getByLabelText('Watching'))
  fillIn(dialog, { 'What customers should know': 'Cards are taken again.', ...proven })
  pressIn(dialog, 'Tell everybody')
  await waitFor(() => expect(sentTo(`POST /operator/incidents/${id}`)).toHaveLength(1))
  expect(bodyOf(sentTo(`POST /operator/incidents/${id}`)[0])).toEqual({
    ...{ from: 'investigating', to: 'watching', words: 'Cards are taken again.', ...proof },
  })
})

it('says when somebody else was sooner', async () => {
  const { answers } = open(['Owner'])
  answers[`POST /operator/incidents/${id}`] = failure(409, 'StateChanged', 'Somebody was sooner.')
  await press('Update Some cards are refused')
  const dialog = await dialogNamed('Update: Some cards are refused')
  fillIn(dialog, { 'What customers should know': 'Cards are taken again.', ...proven })
  pressIn(dialog, 'Tell everybody')
  expect(await dialog.findByText('Somebody was sooner.')).toBeTruthy()
})

it('is read by an Auditor, and what is over is not changed by anybody', async () => {
  open(['Auditor'])
  expect(await screen.findByText('The card processor does not answer.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
  act(() => useSession.getState().logOut())
})

it('leaves what is over as it is', async () => {
  open(['Owner'], [{ ...incident, state: 'resolved', endedAt: at }])
  expect(await screen.findByText('Resolved')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Update/ })).toBeNull()
})
