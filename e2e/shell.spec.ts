import { sandboxClient } from '@ingot/sandbox/client'
import { expect, type Page, test } from '@playwright/test'
import { hasPage } from '../web/src/app/route-table.ts'
import { expectAccessible, expectAccessibleInBothSchemes, listenForComplaints, settle } from './page-checks.ts'
import { newPerson, registerPerson, signIn, stackOfRun } from './people.ts'
import { addressOf, isVerified, type Kind, kinds, openAs } from './shell-people.ts'
import { applicantOf } from './verified-people.ts'

const widths = [1440, 768, 390]
const isNarrow = (width: number) => width <= 768

/** A page that everybody may see. */
const anyPage = '/test'

/** The links of the sidebar as the specification lists them: label and address, in order. */
const menu: [label: string, to: string][] = [
  ['Dashboard', '/dashboard'],
  ['My Profile', '/My-Profile'],
  ['Workstation', '/My-Affiliates'],
  ['Affiliate Rewards', '/My-Reward-Center'],
  ['Remit To Save', '/remit-to-save'],
  ['Spend To Save', '/payment'],
  ['QMGT +', '/Staking'],
  ['GDS', '/GDS'],
  ['Nominee', '/nominee'],
  ['Bank Verification', '/BankVerification'],
  ['QMGT', '/transactions-buysell'],
  ['GCA', '/transactions-convert'],
  ['GAE', '/transactions-gae'],
  ['External USDAU', '/request-external-usdau'],
  ['Instructional Videos', '/instructional-videos'],
  ['Calculator', '/Tools'],
  ['Physical Withdrawal', '/Physical-Withdrawal'],
  ['Contact Us', '/contact-us'],
]

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const account = (page: Page) => page.getByRole('button', { name: /^Account of/ })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

/** Opens every group, from the outside in. */
const openGroups = async (page: Page) => {
  // The drawer is loaded when it is first opened.
  await expect(main(page)).toBeVisible()
  const closed = main(page).getByRole('button', { expanded: false })
  while ((await closed.count()) > 0) await closed.first().click()
}

const openCodes = async (page: Page) => {
  await account(page).click()
  await button(page, 'Show Referral Code').click()
  await expect(dialog(page, 'Your QR codes')).toBeVisible()
}

/** What the popover offers besides Log Out, by name, with what it takes to be there. */
const ways = (kind: Kind): string[] => [
  ...(isVerified(kind) ? ['My Profile'] : []),
  ...(kind === 'operator' ? [] : ['Show Referral Code']),
  ...(kind === 'upline' && hasPage('/profile/1') ? ['Consultant Profile'] : []),
  ...(hasPage('/support') ? ['Support Center'] : []),
]

const expectFrame = async (page: Page, kind: Kind, width: number, address: string | undefined) => {
  const shows = (locator: ReturnType<Page['locator']>, wanted: boolean) =>
    expect(locator).toBeVisible({ visible: wanted })
  const isVisitor = kind === 'visitor'
  const isOperator = kind === 'operator'
  await shows(
    page.locator('header').getByRole('link', { name: 'Trade $QMGT' }).and(page.locator('[href="/"]')),
    !isOperator,
  )
  await shows(button(page, 'Find'), isOperator)
  await shows(page.getByRole('link', { name: 'Log in' }), isVisitor)
  await shows(button(page, 'Notifications'), !isVisitor)
  await shows(account(page), !isVisitor)
  await shows(page.getByRole('button', { name: /^Wallet/ }), isVerified(kind))
  await shows(button(page, 'Menu'), isNarrow(width) && (isVisitor || isOperator || isVerified(kind)))
  await shows(main(page), !isNarrow(width) && (isOperator || isVerified(kind)))
  await shows(page.getByRole('contentinfo'), isVerified(kind))
  await shows(button(page, /^Switch to the/), isVisitor && !isNarrow(width))
  if (address) {
    const short = `${address.slice(0, 3)}…${address.slice(-4)}`
    await expect(page.getByRole('button', { name: /^Wallet/ })).toHaveText(short)
    await expect(page.getByRole('contentinfo')).toContainText(`© ${new Date().getFullYear()} Ingot`)
    const privacy = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' })
    await expect(privacy).toHaveAttribute('href', '/privacy-policy/')
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

const expectPopover = async (page: Page, kind: Kind, username: string, address: string | undefined) => {
  await account(page).click()
  const shown = dialog(page, `Account of ${username}`)
  await expect(shown.getByText(username, { exact: true })).toBeVisible()
  for (const name of ['My Profile', 'Show Referral Code', 'Consultant Profile', 'Support Center'])
    await expect(shown.getByText(name, { exact: true })).toHaveCount(ways(kind).includes(name) ? 1 : 0)
  await expect(shown.getByRole('button', { name: 'Log Out' })).toBeVisible()
  const copy = shown.getByRole('button', { name: 'Copy wallet address' })
  if (address) {
    await expect(shown.getByText('Verified', { exact: true })).toBeVisible()
    await expect(shown.getByText(`${address.slice(0, 6)}…${address.slice(-4)}`, { exact: true })).toBeVisible()
    await copy.click()
    await expect(shown.getByText('Wallet address copied!', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  } else if (kind === 'customer') {
    await copy.click()
    await expect(shown.getByText('No wallet address to copy!', { exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(shown).toBeHidden()
}

const expectMenu = async (page: Page, kind: Kind, width: number) => {
  if (isNarrow(width)) await button(page, 'Menu').click()
  await openGroups(page)
  const expected = menu.filter(([label, to]) => hasPage(to) && (label !== 'QMGT +' || kind === 'upline'))
  // What stands below the product's menu.
  const below: typeof menu = [
    ['Trade', '/'],
    ['Transactions', '/transactions'],
    ['Plans', '/plans'],
    ['Documents', '/documents'],
    ['Reserves', '/reserves'],
    ['Announcements', '/Announcements'],
  ]
  await expect(main(page).getByRole('link')).toHaveText([...expected, ...below].map(([label]) => label))
  await expect(main(page).getByRole('button', { name: 'Open Wallet' })).toBeVisible()
  for (const [label, to] of [...expected, ...below])
    await expect(main(page).getByRole('link', { name: label, exact: true })).toHaveAttribute('href', to)
  if (!isNarrow(width)) return
  await page.keyboard.press('Escape')
  await expect(main(page)).toBeHidden()
}

for (const kind of kinds)
  test(`at every width the frame shows a ${kind} what is theirs, and nothing else`, async ({ browser }) => {
    const { context, page, username } = await openAs(browser, kind)
    const expectNoComplaints = listenForComplaints(page)
    const read = isVerified(kind) ? addressOf(page) : undefined
    await page.goto(anyPage)
    const address = await read
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await settle(page)
      await expectFrame(page, kind, width, address)
      await expectAccessible(page)
      if (kind !== 'visitor') await expectPopover(page, kind, username, address)
      if (isVerified(kind)) await expectMenu(page, kind, width)
    }
    expectNoComplaints()
    await context.close()
  })

test('the badge follows the verification, and leads on until it is done', async ({ page }) => {
  const person = await registerPerson(stackOfRun, newPerson('badge'))
  await signIn(page, person)
  await expect(account(page)).toBeVisible()
  await sandboxClient(stackOfRun.sandbox).kyc.setDesk({ mode: 'manual' })
  const applicant = await applicantOf(stackOfRun, person)
  const badges = [
    ['Not Verified', 'Start KYC Verification', true, async () => undefined],
    ['Pending', 'KYC Pending', true, applicant.handIn],
    ['Rejected', 'KYC Rejected', true, () => applicant.decide({ reviewAnswer: 'RED', reviewRejectType: 'RETRY' })],
    ['Verified', 'Verified', false, () => applicant.decide({ reviewAnswer: 'GREEN' })],
  ] as const
  for (const [status, badge, leads, act] of badges) {
    await act()
    await applicant.becomes(status)
    const read = page.waitForResponse('**/api/getInfo')
    await page.goto(anyPage)
    await read
    await account(page).click()
    const shown = dialog(page, `Account of ${person.username}`)
    await expect(shown.getByText(badge, { exact: true })).toBeVisible()
    await expect(shown.getByRole('link', { name: badge, exact: true })).toHaveCount(leads ? 1 : 0)
  }
})

test('the notifications say that there are none yet', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'customer')
  await page.goto(anyPage)
  await button(page, 'Notifications').click()
  const shown = dialog(page, 'Notifications')
  await expect(shown.getByText('Notifications are not available yet!', { exact: true })).toBeVisible()
  await expect(shown.getByText('Coming Soon', { exact: true })).toBeVisible()
  await expect(shown.getByRole('button', { name: 'No Notifications' })).toBeDisabled()
  await context.close()
})

/** How many bytes a code of each version holds at error level H, from the first on. */
const capacityAtH = [7, 14, 24, 34, 44, 58, 64, 84, 98, 119]
const modulesAtH = (text: string) => 21 + 4 * capacityAtH.findIndex((bytes) => bytes >= text.length)

test('the QR modal is 400 px wide and shows both codes at 200 px and level H', async ({ browser, baseURL }) => {
  const { context, page } = await openAs(browser, 'verified')
  const address = addressOf(page)
  await page.goto(anyPage)
  await address
  await openCodes(page)
  const codes = dialog(page, 'Your QR codes')
  expect((await codes.boundingBox())?.width).toBe(400)
  await expect(codes.getByRole('tab')).toHaveText(['Referral QR Code', 'Wallet QR Code'])
  const refCode = await page.evaluate(
    () => JSON.parse(localStorage.getItem('ingot-session') ?? '{}').state.info.refCode,
  )
  const shows = async (label: string, value: string, sentence: string, copied: string) => {
    await expect(codes.getByText(sentence, { exact: true })).toBeVisible()
    const text = codes.getByRole('textbox', { name: label })
    await expect(text).toHaveValue(value)
    await expect(text).not.toBeEditable()
    const code = codes.getByRole('img', { name: `QR code: ${label}` })
    expect(await code.boundingBox()).toMatchObject({ width: 200, height: 200 })
    expect(await code.getAttribute('viewBox')).toBe(`0 0 ${modulesAtH(value)} ${modulesAtH(value)}`)
    await codes.getByRole('button', { name: 'Copy' }).click()
    await expect(codes.getByText(copied, { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(value)
  }
  await shows(
    'Referral link',
    `${baseURL}/register?ref=${refCode}`,
    'Share this QR code to invite others and earn rewards',
    'Referral link copied to clipboard!',
  )
  await codes.getByRole('tab', { name: 'Wallet QR Code' }).click()
  await shows(
    'Wallet address',
    await address,
    'Share this QR code to receive payments to your wallet.',
    'Wallet address copied!',
  )
  await context.close()
})

test('before the verification no code is shown, and the modal fits a phone', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'customer', { width: 390 })
  await page.goto(anyPage)
  await openCodes(page)
  const codes = dialog(page, 'Your QR codes')
  expect((await codes.boundingBox())?.width).toBe(358)
  await expect(codes.getByRole('img', { name: /^QR code/ })).toHaveCount(0)
  await expect(codes.getByText(/shown here once your account is verified/)).toBeVisible()
  await context.close()
})

for (const width of widths)
  test(`whatever is open at ${width} px is accessible in both schemes`, async ({ browser }) => {
    const { context, page } = await openAs(browser, 'verified', { width, reducedMotion: 'reduce' })
    const expectNoComplaints = listenForComplaints(page)
    await page.goto('/My-Profile')
    await settle(page)
    const check = async (name: string | RegExp) => {
      await expect(dialog(page, name)).toBeVisible()
      await expectAccessibleInBothSchemes(page)
    }
    await expect(main(page).locator('[aria-current="page"]')).toHaveText(isNarrow(width) ? [] : ['My Profile'])
    await button(page, 'Notifications').click()
    await check('Notifications')
    await account(page).click()
    await check(/^Account of/)
    await button(page, 'Show Referral Code').click()
    await check('Your QR codes')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Wallet/ }).click()
    await check('Wallet')
    await page.keyboard.press('Escape')
    await account(page).click()
    await button(page, 'Log Out').click()
    await check('Log out?')
    await button(page, 'Stay logged in').click()
    if (isNarrow(width)) {
      await button(page, 'Menu').click()
      await check('Menu')
      await openGroups(page)
      await expect(main(page).locator('[aria-current="page"]')).toHaveText(['My Profile'])
    } else {
      await button(page, 'Collapse the sidebar').click()
      await expect(button(page, 'Expand the sidebar')).toBeVisible()
      await expectAccessibleInBothSchemes(page)
    }
    expectNoComplaints()
    await context.close()
  })
