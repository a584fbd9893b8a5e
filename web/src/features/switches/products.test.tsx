import type { Role } from '@ingot/endpoints/roles'
import type { ProductState } from '@ingot/endpoints/switches'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, sampleApproval, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, ok } from '../../lib/test-server.ts'
import { OperatorProductsPage } from './operator-products-page.tsx'

afterEach(() => act(() => useSession.getState().logOut()))

const closedByOne = {
  ...{ country: 'FR', isOpen: false, at: '2026-11-01T00:00:00.000Z' },
  ...{ asker: 'carl', approver: null, reason: 'the regulator asks for it' },
}
const openedByTwo = { ...closedByOne, country: 'all', isOpen: true, asker: 'carl', approver: 'olga', reason: 'settled' }

const swap: ProductState = {
  ...{ name: 'swap', title: 'Buying gold', isOpen: true },
  countries: [{ country: 'FR', isOpen: false }],
  history: [closedByOne, openedByTwo],
}

const open = (product: Partial<ProductState> = {}, roles: Role[] = ['Compliance']) => {
  signInOperator(roles)
  return openConsole(OperatorProductsPage, '/operator/products', '/operator/products', {
    'GET /operator/products': ok([{ ...swap, ...product }]),
    'POST /operator/products/close': ok({ done: true }),
    'POST /operator/approvals': ok(sampleApproval),
  })
}

const proof = { Reason: 'The law changed', 'Your password': 'blue kettle', '2FA code': '123456' }
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const placesIn = (dialog: Awaited<ReturnType<typeof dialogNamed>>) =>
  [...(dialog.getByLabelText('Where') as HTMLSelectElement).options].map(({ value }) => value).slice(1)

it('tells where each is open and closed, and what was decided by whom', async () => {
  open()
  const { textContent } = (await screen.findByRole('heading', { name: 'Buying gold' })).closest('li') as HTMLElement
  expect(textContent).toContain('Buying goldOpenClosed in France.')
  expect(textContent).toMatch(/Closed in France from .*, by carl: “the regulator asks for it”/)
  expect(textContent).toMatch(/Open everywhere from .*, asked for by carl, approved by olga: “settled”/)
})

it('is closed by one, with reason and proof, where it is not closed yet', async () => {
  const { sentTo } = open()
  await press('Close')
  const dialog = await dialogNamed('Close: Buying gold')
  expect(placesIn(dialog)).toContain('all')
  expect(placesIn(dialog)).not.toContain('FR')
  fillIn(dialog, proof)
  pressIn(dialog, 'Close product')
  expect(await dialog.findByText('Please choose where.')).toBeTruthy()
  fillIn(dialog, { Where: 'DE' })
  pressIn(dialog, 'Close product')
  await waitFor(() => expect(sentTo('POST /operator/products/close')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /operator/products/close')[0])).toEqual({
    ...{ product: 'swap', country: 'DE', reason: 'The law changed' },
    ...{ password: 'blue kettle', inputCode: '123456' },
  })
})

it('is opened by two, where it is closed', async () => {
  const { sentTo } = open()
  await press('Open')
  const dialog = await dialogNamed('Open: Buying gold')
  expect(placesIn(dialog)).toEqual(['FR'])
  fillIn(dialog, { Where: 'FR', ...proof })
  pressIn(dialog, 'Ask for approval')
  await waitFor(() => expect(sentTo('POST /operator/approvals')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
    ...{ action: 'open-product', thing: 'swap/FR', given: {} },
  })
})

it('that is closed everywhere is opened everywhere or in a country, and closed again where it was opened', async () => {
  open({ isOpen: false, countries: [{ country: 'FR', isOpen: true }] })
  await press('Open')
  const opening = placesIn(await dialogNamed('Open: Buying gold'))
  expect([opening.includes('all'), opening.includes('DE'), opening.includes('FR')]).toEqual([true, true, false])
  pressIn(await dialogNamed('Open: Buying gold'), 'Cancel')
  await press('Close')
  expect(placesIn(await dialogNamed('Close: Buying gold'))).toContain('all')
})

it('is only looked at by others', async () => {
  open({}, ['Support', 'Auditor'])
  await screen.findByRole('heading', { name: 'Buying gold' })
  expect(screen.queryByRole('button')).toBeNull()
})
