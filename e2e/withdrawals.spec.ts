import type { Holding } from '@ingot/endpoints/holding-fields'
import { readMovement } from '@ingot/endpoints/wallet'
import { handOverWithdrawal, readyWithdrawal } from '@ingot/endpoints/withdrawal-desk'
import { expect, type Page, test } from '@playwright/test'
import { proveOnPage } from './bank-people.ts'
import { type Operator, openOperator } from './operators.ts'
import { expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { stackOfRun } from './people.ts'
import { bookGae, holdingsOf } from './savers.ts'
import type { Sender } from './senders.ts'
import { attested, reconciled } from './stack-parts.ts'
import { balanceOf, callAs } from './traders.ts'
import {
  approveFor,
  barBySerial,
  chooseAs,
  doAt,
  doorOf,
  expectStanding,
  leftOf,
  letADayPass,
  offerOf,
  openWithdrawer,
  pack,
  requestAs,
  send,
  withdrawalOf,
} from './withdrawers.ts'

// There is one vault, whose bars are counted: these go one after the other, and the customer's is one story.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

let sender: Sender
let page: Page
let operators: [Operator, Operator]
let expectNoComplaints: () => void

test.beforeAll(async ({ browser }) => {
  const [withdrawer, first, second] = await Promise.all([
    openWithdrawer(browser, '230'),
    openOperator(browser, ['Vault']),
    openOperator(browser, ['Vault']),
  ])
  ;({ sender, page } = withdrawer)
  operators = [first, second]
  expectNoComplaints = listenForComplaints(page)
})

test.afterAll(async () => {
  for (const each of [page, ...operators.map((operator) => operator.page)]) await each.context().close()
})

const heading = () => page.getByRole('heading', { level: 1 })
const overlay = (name: string) => page.getByRole('dialog', { name })
const chain = { timeout: 90_000 }

const closeOverlay = async (name: string) => {
  await expect(overlay(name)).toBeVisible(chain)
  await page.keyboard.press('Escape')
  await expect(overlay(name)).toBeHidden()
}

const idOf = () => new URL(page.url()).pathname.split('/').at(-1) ?? ''

/** Grams are exact to the last digit; a glance is enough here. */
const qmgt = async () => Number(await balanceOf(page, 'QMGT'))

/** What the carrier's man does at the door, on a telephone of his own: a wrong code first. */
const handOverAtTheDoor = async (door: string, code: string) => {
  const browser = page.context().browser()
  const context = await browser?.newContext({ baseURL: stackOfRun.portal, viewport: { width: 390, height: 844 } })
  if (!context) throw new Error('there is no browser')
  const phone = await context.newPage()
  await phone.goto(door)
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Hand over a parcel')
  await expect(phone).toHaveTitle('Hand over a parcel')
  await expect(phone.locator('#root')).not.toContainText(/gold|ingot|QMGT/i)
  await settle(phone)
  await expectAccessibleInBothSchemes(phone)
  await phone.getByLabel('Release code').fill(code === '000000' ? '000001' : '000000')
  await phone.getByRole('button', { name: 'Hand over' }).click()
  await expect(phone.getByText('This is not the code. Please ask for it again.')).toBeVisible()
  await phone.getByLabel('Release code').fill(code)
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('Handed over')
  await context.close()
}

test('a 10 g bar is ordered by keyboard, approved, packed by somebody else, sent and delivered by its code', async () => {
  const [first, second] = operators
  const before = await qmgt()
  await page.goto('/test')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('link', { name: 'Physical Withdrawal' }).click()
  await expect(heading()).toHaveText('Physical withdrawal')
  await page.getByRole('spinbutton', { name: '10 g bars', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('spinbutton', { name: '10 g bars', exact: true })).toHaveValue('1')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Keep these bars for me' }).press('Enter')
  await expect(page.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
  await expect(page.getByRole('region', { name: 'Or sell instead' })).toContainText('Left if you sell')
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  // Left and opened again, the choice is still there.
  await page.reload()
  await page.getByRole('button', { name: 'Take 1 bar out' }).press('Enter')
  await proveOnPage(page, sender)
  await closeOverlay('Withdrawal requested')
  expect(await qmgt()).toBeCloseTo(before - 9.999, 6)
  await page
    .getByRole('link', { name: /^Bars: 10 g/ })
    .first()
    .click()
  await expect(heading()).toHaveText(/^Withdrawal \d+$/)
  await settle(page)
  await expectAccessibleInBothSchemes(page)

  const ordered = await withdrawalOf(page, idOf())
  const [serial = ''] = ordered.bars.map((bar) => bar.serial)
  await approveFor(first, sender)
  await expect(pack(first, ordered)).rejects.toThrow()
  await pack(second, ordered)
  await send(second, ordered.id)
  await expectStanding(page, 'Sent')
  const { releaseCode } = await withdrawalOf(page, ordered.id)
  const code = releaseCode ?? ''
  await expect(page.getByRole('region', { name: 'Release code' })).toContainText(`${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page.getByRole('button', { name: 'Copy the tracking number' })).toBeVisible()
  await settle(page)
  await expectAccessibleInBothSchemes(page)
  await handOverAtTheDoor(await doorOf(second, ordered.id), code)
  await expectStanding(page, 'Delivered')
  await expect(page.getByRole('region', { name: 'Release code' })).toHaveCount(0)

  expect(await barBySerial(first, serial)).toMatchObject({ leftAt: expect.any(String) })
  const note = page.getByRole('link', { name: 'Delivery note' })
  await expect(note).toBeVisible()
  await note.click()
  await expect(heading()).toHaveText(/Delivery note/)
})

test('its units are burnt on the chain, and the attestation follows', async () => {
  const [first] = operators
  const [withdrawal] = await callAs(page, 'GET', '/withdrawals')
  const { movement } = await withdrawalOf(page, withdrawal.id)
  if (!movement) throw new Error('nothing was burnt')
  const address = readMovement.path.replace(':code', movement.id)
  const hash = async () => (await callAs(page, 'GET', address)).hash
  await expect.poll(hash, chain).not.toBeNull()
  await expect(async () => {
    await page.goto(`${stackOfRun.sandbox}/explorer/tx/${await hash()}`)
    await expect(page.locator('.badge')).toHaveText('Success', { timeout: 2_000 })
  }).toPass(chain)
  await expect(page.locator('body')).toContainText('QMGT')
  await page.goto('/test')
  // Bars of another journey may leave between the two.
  await expect(async () => {
    const { grams } = await callAs(first.page, 'GET', '/operator/vault')
    const said = await attested()
    if (!said.includes('the chain says so already')) expect(said).toContain(`attested: ${grams} g in the vault`)
  }).toPass(chain)
  expect(await reconciled()).toContain('Ledger and chain agree.')
})

test('what is cancelled before it is packed comes back whole, fees and all', async () => {
  const [gold, dollars, left] = [await balanceOf(page, 'QMGT'), await balanceOf(page, 'USDT'), await leftOf(page, '1')]
  const [made] = await requestAs(page, sender, { bars: [{ size: '1', count: 2 }], way: 'deliver' })
  if (!made) throw new Error('nothing was asked for')
  // Nobody else takes bars of this size.
  expect(await leftOf(page, '1')).toBe(left - 2)
  await approveFor(operators[0], sender)
  await page.goto(`/Physical-Withdrawal/${made.id}`)
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).press('Enter')
  await page.getByRole('button', { name: 'Yes, cancel it' }).press('Enter')
  await expectStanding(page, 'Cancelled')
  expect([await balanceOf(page, 'QMGT'), await balanceOf(page, 'USDT')]).toEqual([gold, dollars])
  expect(await leftOf(page, '1')).toBe(left)
  await expect(pack(operators[1], made)).rejects.toThrow()
})

test('a part of a holding is collected at the counter, and leaves with its cost', async () => {
  const [first, second] = operators
  await bookGae(page, '30')
  await letADayPass(sender)
  const [holding] = await holdingsOf(page, '?product=GAE')
  if (!holding) throw new Error('nothing was booked')
  await page.goto('/Physical-Withdrawal')
  await page.getByRole('button', { name: 'More 20 g bars' }).click()
  await page.getByRole('radio', { name: new RegExp(`^GAE ${holding.number}\\b`) }).check()
  await page.getByText('Collect at the counter').click()
  await page.getByRole('button', { name: 'Keep these bars for me' }).click()
  await expect(page.getByText(`You give from GAE ${holding.number}`)).toBeVisible()
  await expect(page.getByRole('link', { name: 'End the holding instead' })).toBeVisible()
  await page.getByRole('button', { name: 'Take 1 bar out' }).click()
  await proveOnPage(page, sender)
  await closeOverlay('Withdrawal requested')
  const [made] = await callAs(page, 'GET', '/withdrawals?state=Requested')
  await approveFor(first, sender)
  await pack(second, made)
  await doAt(second, readyWithdrawal, made.id)
  const { releaseCode } = await withdrawalOf(page, made.id)
  await expect(
    doAt(first, handOverWithdrawal, made.id, { code: releaseCode === '111111' ? '222222' : '111111' }),
  ).rejects.toThrow()
  await doAt(first, handOverWithdrawal, made.id, { code: releaseCode })
  await page.goto(`/Physical-Withdrawal/${made.id}`)
  await expectStanding(page, 'Delivered')
  const [after] = (await holdingsOf(page, '?product=GAE')) as Holding[]
  expect(Number(after?.open)).toBeCloseTo(30 - 19.998, 6)
})

test('of two customers who choose the last bars one gets them, and the other is told', async ({ browser }) => {
  const other = await openWithdrawer(browser, '210')
  const count = await leftOf(page, '50')
  expect(count).toBeGreaterThan(0)
  const wanted = { bars: [{ size: '50', count }], way: 'collect' }
  const outcomes = await Promise.allSettled([chooseAs(page, wanted), chooseAs(other.page, wanted)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const loser = outcomes[0].status === 'rejected' ? page : other.page
  const winner = loser === page ? other.page : page
  await loser.goto('/Physical-Withdrawal')
  await expect(loser.getByRole('spinbutton', { name: '50 g bars', exact: true })).toBeDisabled()
  await winner.goto('/Physical-Withdrawal')
  await winner.getByRole('button', { name: 'Choose again' }).click()
  await expect(winner.getByRole('spinbutton', { name: '50 g bars', exact: true })).toBeEnabled()
  expect((await offerOf(winner)).choice).toBeNull()
  expect(await leftOf(loser, '50')).toBe(count)
  await other.context.close()
  expectNoComplaints()
})
