import { readInfo } from '@ingot/endpoints/account'
import { saveDraft } from '@ingot/endpoints/kyc'
import { sandboxClient } from '@ingot/sandbox/client'
import { expect, type Page } from '@playwright/test'
import { letTimePass } from '../../e2e/passing-time.ts'
import { appOf, mailTo, stackOfRun } from '../../e2e/people.ts'
import { bookGae, buyQmgt } from '../../e2e/savers.ts'
import { balanceOf, callAs, traderPin, walletOf } from '../../e2e/traders.ts'
import { personalText } from '../../e2e/verified-people.ts'
import type { Director } from './director.ts'

// One customer's way through the portal, scene by scene: each film ends where the next one can begin.

const anna = { email: 'anna.berg@example.com', username: 'anna.berg', password: 'blue kettle walks home' }
const long = { timeout: 90_000 }
let nextCode: (() => Promise<string>) | undefined

export type Scene = {
  /** What has to be there before the film begins. */
  readonly prepare?: (director: Director) => Promise<unknown>
  readonly play: (director: Director) => Promise<void>
}

const button = ({ page }: Director, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const link = ({ page }: Director, name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
const heading = ({ page }: Director) => page.getByRole('heading', { level: 1 })
const ready = ({ page }: Director, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).and(page.locator('[aria-disabled=false]'))

const enterPin = async (director: Director) => {
  await director.page.getByRole('dialog', { name: 'Confirm with your PIN' }).waitFor(long)
  await director.keys(traderPin)
}

const closeOverlay = async (director: Director, name: string) => {
  const overlay = director.page.getByRole('dialog', { name })
  await director.wait(() => overlay.waitFor(long))
  return () => director.click(overlay.getByRole('button', { name: 'Close' }))
}

const register: Scene = {
  prepare: ({ page }) => page.goto('/signup'),
  play: async (director) => {
    const { page, chapter, say, type, click, wait, keys } = director
    await chapter('Sign up')
    await say('Enter your e-mail address, a username and a password of your own.')
    await type(page.getByLabel('E-mail', { exact: true }), anna.email)
    await type(page.getByLabel('Username'), anna.username)
    await type(page.getByLabel('Password', { exact: true }), anna.password)
    await say('Read the terms, accept them, and create the account.')
    await click(page.getByLabel(/I have read and accept/))
    await click(button(director, 'Create account'))
    await wait(() => expect(heading(director)).toHaveText('Check your e-mail', long))
    await chapter('Check your e-mail')
    await say('We send you an e-mail. The link in it shows that the address is yours.')
    const mail = await wait(() => mailTo(stackOfRun, anna.email))
    await say('Open the link, and then log in.')
    await page.goto(mail.linkTo('/Email-Verification'))
    await click(link(director, 'Log in'))
    await page.getByLabel('E-mail or username').waitFor(long)
    await chapter('Log in')
    await type(page.getByLabel('E-mail or username'), anna.email)
    await type(page.getByLabel('Password', { exact: true }), anna.password)
    await click(button(director, 'Log in'))
    await wait(() => page.getByLabel('New PIN, digit 1 of 6').waitFor(long))
    await chapter('Set your PIN')
    await say('Six digits confirm whatever moves money. Choose some that nobody would guess.')
    await type(page.getByLabel('Current password'), anna.password)
    await click(page.getByLabel('New PIN, digit 1 of 6'))
    await keys(traderPin)
    await click(page.getByLabel('New PIN again, digit 1 of 6'))
    await keys(traderPin)
    await click(button(director, 'Set PIN'))
    await wait(() => page.getByText('Your PIN is set.').waitFor(long))
    await say('Your account is open. Next, turn on two-factor authentication.')
  },
}

const twoFactor: Scene = {
  prepare: ({ page }) => page.goto('/Registration/security'),
  play: async (director) => {
    const { page, chapter, say, keys, click, point } = director
    await chapter('Link your app')
    await say('An authenticator app on your phone shows a new code every 30 seconds.')
    await click(button(director, 'Begin'))
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor(long)
    await say('Scan this code with the app, or type the key below it.')
    await point(page.getByRole('img', { name: 'QR code for your authenticator app' }))
    nextCode = appOf((await page.locator('code').textContent()) ?? '', anna.username)
    await chapter('Enter a code')
    await say('Enter the six digits that the app shows now.')
    await click(page.getByLabel('Code from the app'))
    await keys(await nextCode())
    await click(button(director, 'Turn on'))
    await page.getByText('Your backup codes', { exact: true }).waitFor(long)
    await chapter('Keep the backup codes')
    await say('Each backup code works once, should you lose the phone. Keep them on paper.')
    await click(page.getByLabel('I have saved my backup codes'))
    await click(button(director, 'Done'))
    await say('From now on the code is asked for when you log in, and before anything leaves your account.')
  },
}

/** What a person at the provider's review desk finds. */
const letPass = async (page: Page) => {
  const { kyc } = sandboxClient(stackOfRun.sandbox)
  const { id } = await callAs(page, readInfo.method, readInfo.path)
  const [applicant] = await kyc.applicants({ externalUserId: id })
  if (!applicant) throw new Error('the provider does not know this person')
  await kyc.decide(applicant.id, { reviewAnswer: 'GREEN' })
}

const verify: Scene = {
  prepare: async ({ page }) => {
    await sandboxClient(stackOfRun.sandbox).kyc.setDesk({ mode: 'manual' })
    const { firstName: _, lastName: __, auth: ___, ...known } = personalText
    await callAs(page, saveDraft.method, saveDraft.path, { multipart: known })
    await page.goto('/Registration/personal-information')
  },
  play: async (director) => {
    const { page, chapter, say, type, click, wait, point } = director
    await chapter('Tell us who you are')
    await say('Your name is written as in your document. What you type is saved as you go.')
    await type(page.getByLabel('First name'), 'Anna')
    await type(page.getByLabel('Last name'), 'Berg')
    await say('Go through the sections one by one. You can leave, and go on later.')
    for (let section = 0; section < 4; section++) await click(button(director, 'Continue'))
    await say('Agree to the identity check, and submit.')
    await click(page.getByRole('checkbox'))
    await click(button(director, 'Submit and continue'))
    const frame = page.frameLocator('main iframe')
    await wait(() => frame.getByLabel('Kind of document').waitFor(long))
    await chapter('Show a document')
    await say('Our verification provider asks for a document and a picture of your face.')
    await point(frame.getByLabel('Kind of document'))
    await frame.getByLabel('Kind of document').selectOption('PASSPORT')
    await click(frame.getByRole('button', { name: 'Continue' }))
    await wait(() => expect(frame.getByRole('heading')).toHaveText('The front of your document', long))
    await frame.getByLabel('Choose a file').setInputFiles('docs/picture.png')
    await wait(() => expect(frame.getByRole('heading')).toHaveText('A picture of your face', long))
    await frame.getByLabel('Choose a file').setInputFiles('docs/picture.png')
    await wait(() => page.getByText('Your documents are being checked').waitFor(long))
    await chapter('The result')
    await say('Checking usually takes a few minutes. You can close the page meanwhile.')
    await letPass(page)
    await wait(() => page.getByText('You are verified').waitFor(long))
    await say('You are verified, and your wallet is ready.')
    await point(page.getByText('You are verified'))
  },
}

const fund = async (director: Director, amount: string) =>
  sandboxClient(stackOfRun.sandbox).chain.faucet({ address: await walletOf(director.page), asset: 'USDT', amount })

const deposit: Scene = {
  prepare: ({ page }) => page.goto('/'),
  play: async (director) => {
    const { page, chapter, say, click, wait, point } = director
    const panel = page.getByRole('dialog', { name: 'Wallet' })
    await chapter('Open your wallet')
    await say('The wallet opens from the top of every page.')
    await click(page.getByRole('button', { name: /^Wallet 0x/ }))
    await panel.waitFor(long)
    await chapter('Your address')
    await say('Under Deposit you find your own address, as text and as a QR code.')
    await click(panel.getByRole('tab', { name: 'Deposit' }))
    await point(panel.getByRole('img', { name: 'QR code: Wallet address' }))
    await say('Send USDT to it, on the network that is named there and on no other.')
    await fund(director, '20000')
    await chapter('The deposit arrives')
    await say('What is on its way is shown here. It is yours once the network has confirmed it.')
    // A busy machine may have it credited before the panel has asked what is on its way.
    const isSeen = async () => /20,000\.00/.test((await panel.textContent()) ?? '')
    await wait(() =>
      expect.poll(async () => (await isSeen()) || (await balanceOf(page, 'USDT')) === '20000', long).toBe(true),
    )
    await click(panel.getByRole('tab', { name: 'Assets' }))
    await wait(() =>
      expect(panel.getByRole('listitem').filter({ hasText: '20,000.00 USDT' }).first()).toBeVisible(long),
    )
    await say('Your dollars are there, and you can buy gold with them.')
  },
}

const buy: Scene = {
  prepare: ({ page }) => page.goto('/'),
  play: async (director) => {
    const { page, chapter, say, type, click, point } = director
    await chapter('Say how much')
    await say('Enter what you want to pay, or the grams that you want to receive. Each follows the other.')
    await type(page.getByLabel('You pay', { exact: true }), '250')
    await ready(director, 'Buy QMGT').waitFor(long)
    await chapter('Read the quote')
    await say('The price is held for a short while. Spread and fee are shown before you confirm.')
    await point(page.locator('dl', { hasText: 'Total to pay' }))
    await chapter('Confirm')
    await say('Confirm with your PIN.')
    await click(ready(director, 'Buy QMGT'))
    await enterPin(director)
    const close = await closeOverlay(director, 'Transaction Successful')
    await say('The gold is yours at once. The link shows the transaction on the chain.')
    await close()
    await say('Every purchase stands in your activity, with its receipt.')
  },
}

const plan: Scene = {
  prepare: ({ page }) => page.goto('/GAE/Purchase'),
  play: async (director) => {
    const { page, chapter, say, type, click, point } = director
    await chapter('Choose a plan')
    await say('Where you save in GAE, choose Plan instead of a single purchase.')
    await click(page.getByRole('radiogroup', { name: 'Once or by plan' }).getByText('Plan', { exact: true }))
    await chapter('How much, and how often')
    await say('Say what you pay each time, and on which day.')
    await type(page.getByLabel('You pay each time', { exact: true }), '100')
    await page.getByLabel('Which day').selectOption('1')
    await say('The first dates are shown. What gold will cost then, nobody knows.')
    await point(page.getByRole('region', { name: 'First dates' }))
    await chapter('Confirm')
    await say('You confirm once with your PIN. The dates need none.')
    await click(ready(director, 'Set up the plan'))
    await enterPin(director)
    const close = await closeOverlay(director, 'Your plan is set up')
    await close()
    await say('You can pause, change or end the plan on its page at any time.')
  },
}

const terminate: Scene = {
  prepare: async ({ page }) => {
    await bookGae(page, '2')
    await page.goto('/transactions-gae')
  },
  play: async (director) => {
    const { page, chapter, say, type, click, wait, point } = director
    await chapter('Open the holding')
    await say('Your holdings in GAE stand under My Assets. Open the one that you want to end.')
    await click(
      page
        .getByRole('main')
        .getByRole('link', { name: /GAE \d+/ })
        .first(),
    )
    await click(page.getByRole('link', { name: 'End this holding' }))
    await chapter('Whole or part')
    await say('End all of it or a part, and choose what you are paid in.')
    await click(page.getByText('Part', { exact: true }))
    await type(page.getByLabel('Grams to end', { exact: true }), '1')
    await page.getByRole('timer').waitFor(long)
    await say('What arrives is shown before you confirm, with the price and the fee.')
    await point(page.locator('dl', { hasText: 'You receive' }))
    await chapter('Confirm')
    await say('Confirm with your PIN.')
    await click(page.getByRole('main').getByRole('button', { name: /^End / }).last())
    await enterPin(director)
    await wait(() => page.waitForURL(/\/termination-summary\//, long))
    await say('The summary stays here, with the termination note as a signed PDF.')
  },
}

const withdraw: Scene = {
  prepare: async ({ page }) => {
    await buyQmgt(page, '30')
    await letTimePass('day since gold was bought', { of: anna.username })
    await page.goto('/Physical-Withdrawal')
  },
  play: async (director) => {
    const { page, chapter, say, keys, click, point } = director
    await chapter('Choose bars')
    await say('Choose how many bars of each size you want. What making them costs stands beside each.')
    await click(page.getByRole('button', { name: 'More 10 g bars' }))
    await say('They come to your verified address, or you collect them at the counter.')
    await click(button(director, 'Keep these bars for me'))
    await page.getByRole('timer').first().waitFor(long)
    await chapter('Read what it costs')
    await say('The bars are kept for you for half an hour. Every fee is shown, and what selling would bring instead.')
    await point(page.getByRole('region', { name: 'Or sell instead' }))
    await chapter('Confirm')
    await say('Taking gold out needs your PIN and a code of your authenticator app.')
    await click(page.getByRole('button', { name: 'Take 1 bar out' }))
    await enterPin(director)
    await page.getByRole('dialog', { name: 'Confirm with your 2FA code' }).waitFor(long)
    await keys((await nextCode?.()) ?? '')
    const close = await closeOverlay(director, 'Withdrawal requested')
    await close()
    await say('You can follow the parcel on this page until it is in your hands.')
  },
}

/** In the order in which they are played. */
export const scenes: Readonly<Record<string, Scene>> = {
  register,
  'two-factor': twoFactor,
  verify,
  deposit,
  buy,
  plan,
  terminate,
  withdraw,
}
