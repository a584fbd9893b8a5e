import { expect, type Page, test } from '@playwright/test'
import { registerByLink } from './introducers.ts'
import { expectAccessible, settle } from './page-checks.ts'
import { authenticator, mailTo, newPerson, registerPerson, signIn, stackOfRun } from './people.ts'
import { verifiedPerson } from './verified-people.ts'

const pin = '274915'

const typePin = async (page: Page, label: string, digits = pin) => {
  await page.getByLabel(`${label}, digit 1 of 6`).click()
  await page.keyboard.type(digits)
}

/** Sets the first PIN at /Registration/security, where it stands open. */
const setFirstPin = async (page: Page, password: string) => {
  await page.getByLabel('Current password').fill(password)
  await typePin(page, 'New PIN')
  await typePin(page, 'New PIN again')
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await expect(page.getByText('Your PIN is set.')).toBeVisible()
}

const enrolHere = async (page: Page) => {
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const code = authenticator((await page.locator('code').textContent()) ?? '')
  await page.getByLabel('Code from the app').fill(await code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Your backup codes', { exact: true })).toBeVisible()
  const backupCodes = await page
    .locator('ol li')
    .filter({ hasText: /^[0-9A-Z]{5}-[0-9A-Z]{5}$/ })
    .allInnerTexts()
  await page.getByLabel('I have saved my backup codes').check()
  await page.getByRole('button', { name: 'Done' }).click()
  return { code, backupCodes }
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('dialog', { name: 'Log out?' }).getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/signin')
}

test('register, open the mail, sign in, set a PIN, turn 2FA on, change the password, log out', async ({ page }) => {
  const person = newPerson('rita')
  await page.goto('/signup')
  await page.getByLabel('E-mail', { exact: true }).fill(person.email)
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel(/I have read and accept/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your e-mail')
  await expect(page.getByRole('button', { name: /Send a new link in \d+ s/ })).toBeDisabled()
  await settle(page)
  await expectAccessible(page)

  const mail = await mailTo(stackOfRun, person.email)
  expect(mail.subject).toBe('Verify your e-mail address')
  await page.goto(mail.linkTo('/Email-Verification'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your e-mail address is verified')
  await page.goto('/')
  await page.goto(mail.linkTo('/Email-Verification'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your e-mail address is already verified')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()

  await signIn(page, person)
  await expect(page).toHaveURL('/Registration/security')
  await settle(page)
  await expectAccessible(page)
  await setFirstPin(page, person.password)

  const { code, backupCodes } = await enrolHere(page)
  expect(backupCodes).toHaveLength(10)
  await expect(page.getByText('On. You have 10 backup codes left.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()

  await page.getByRole('link', { name: 'change your password' }).click()
  // A wrong password is told before a code is asked for.
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password', { exact: true }).fill('seven quiet lanterns drift')
  await page.getByLabel('New password again').fill('seven quiet lanterns drift')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Wrong password. Please try again.')).toBeVisible()
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('New password', { exact: true }).fill('seven quiet lanterns drift')
  await page.getByLabel('New password again').fill('seven quiet lanterns drift')
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm with your 2FA code' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  // The sixth digit sends it.
  await dialog.getByLabel('2FA code').fill('000000')
  await expect(dialog.getByText('Incorrect 2FA code. Please try again.')).toBeVisible()
  await dialog.getByLabel('2FA code').fill(await code())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password has been changed')
  await logOut(page)

  await signIn(page, person)
  await expect(page.getByText('Wrong e-mail, username or password. Please try again.')).toBeVisible()
})

test('a forgotten password is set anew by mail, and 2FA is still asked for', async ({ page }) => {
  const person = await registerPerson(stackOfRun, newPerson('fred'))
  await page.goto('/forgot-password')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(/If an account exists for/)).toBeVisible()
  const first = await mailTo(stackOfRun, person.email)
  const mail = await mailTo(stackOfRun, person.email, first.id)
  expect(mail.subject).toBe('Choose a new password')
  const link = mail.linkTo('/Change-Password')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('perasperaadastra')
  await page.getByLabel('New password again').fill('perasperaadastra')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByText('This password is on lists of stolen passwords', { exact: false })).toBeVisible()
  await expect(page.getByText('Password strength', { exact: false })).toBeHidden()
  await page.getByLabel('New password', { exact: true }).fill('seven quiet lanterns drift')
  await page.getByLabel('New password again').fill('seven quiet lanterns drift')
  await page.getByRole('button', { name: 'Save new password' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your password has been changed')
  await signIn(page, { ...person, password: 'seven quiet lanterns drift' })
  await expect(page).toHaveURL('/Registration/security')

  // A used link says so at once.
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await expect(page.getByRole('link', { name: 'Send me a new link' })).toBeVisible()
})

test('with a lost phone one signs in with a backup code, once', async ({ page }) => {
  const person = await registerPerson(stackOfRun, newPerson('lost'))
  await signIn(page, person)
  await setFirstPin(page, person.password)
  const { backupCodes } = await enrolHere(page)
  await logOut(page)
  const withBackupCode = async () => {
    await signIn(page, person)
    await page.getByRole('button', { name: 'Use a backup code' }).click()
    await page.getByLabel('Backup code').fill(backupCodes[0]?.toLowerCase() ?? '')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  await withBackupCode()
  await expect(page).toHaveURL('/Registration/personal-information')
  await page.getByRole('link', { name: 'Security' }).click()
  await expect(page.getByText('On. You have 9 backup codes left.')).toBeVisible()
  await logOut(page)
  await withBackupCode()
  await expect(page.getByText('Incorrect 2FA code. Please try again.')).toBeVisible()
})

test('phone and backup codes lost: a recovery is asked for, and stopped from the mail', async ({ page }) => {
  const person = await registerPerson(stackOfRun, newPerson('vera'))
  await signIn(page, person)
  await setFirstPin(page, person.password)
  await enrolHere(page)
  await logOut(page)
  await signIn(page, person)
  await page.getByRole('button', { name: 'Use a backup code' }).click()
  await page.getByRole('button', { name: 'Lost both?' }).click()
  await page.getByRole('button', { name: 'Turn off two-factor authentication' }).click()
  await expect(page.getByText(/Two-factor authentication will be turned off on/)).toBeVisible()
  let mail = await mailTo(stackOfRun, person.email)
  while (!mail.text.includes('/two-factor-recovery/')) mail = await mailTo(stackOfRun, person.email, mail.id)
  await page.goto(mail.linkTo('/two-factor-recovery'))
  await page.getByRole('button', { name: 'Keep it on' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two-factor authentication stays on')
})

test('15 minutes without input log out both tabs, and say why', async ({ context }) => {
  const person = await registerPerson(stackOfRun, newPerson('idle'))
  await context.clock.install()
  const [one, two] = [await context.newPage(), await context.newPage()]
  await signIn(one, person)
  await expect(one).toHaveURL('/Registration/security')
  await two.goto('/Registration/security')
  await expect(two.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await context.clock.fastForward('14:00')
  await two.mouse.move(10, 10)
  await two.mouse.move(40, 40)
  // What one tab writes reaches the other a moment later, and the clock of this test leaps over that moment.
  await expect
    .poll(() => one.evaluate(() => Date.now() - Number(localStorage.getItem('ingot-last-input'))))
    .toBeLessThan(60_000)
  await context.clock.fastForward('14:00')
  await expect(one).toHaveURL('/Registration/security')
  await expect(two).toHaveURL('/Registration/security')
  await context.clock.fastForward('01:10')
  for (const page of [one, two]) {
    await expect(page).toHaveURL(/^[^?]*\/signin/)
    await expect(page.getByText('Idle Logout', { exact: true })).toBeVisible()
    await expect(page.getByText('You have been logged out due to inactivity.', { exact: true })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
  }
})

test('a session that is ended elsewhere is out on its next call', async ({ browser, baseURL }) => {
  const person = await verifiedPerson(stackOfRun, 'two')
  const options = baseURL ? { baseURL } : {}
  const [here, there] = [await browser.newContext(options), await browser.newContext(options)]
  const [mine, other] = [await here.newPage(), await there.newPage()]
  await signIn(other, person)
  await expect(other).toHaveURL('/')
  await signIn(mine, person)
  await expect(mine).toHaveURL('/')
  await mine.goto('/My-Profile/Security')
  await mine.getByRole('button', { name: 'Log out all other devices' }).click()
  await mine
    .getByRole('group', { name: /^Log out the/ })
    .getByRole('button', { name: 'Log out' })
    .click()
  await expect(mine.getByText('You are not logged in anywhere else.')).toBeVisible()
  await other.reload()
  await expect(other).toHaveURL(/\/signin/)
  await expect(other.getByText('Session ended', { exact: true })).toBeVisible()
  await here.close()
  await there.close()
})

test('an invitation leads to a registration with its code locked and its introducer named', async ({ page }) => {
  const introducer = await registerPerson(stackOfRun, newPerson('ines'))
  await signIn(page, introducer)
  await expect(page).toHaveURL('/Registration/security')
  const refCode = await page.evaluate(
    () => JSON.parse(localStorage.getItem('ingot-session') ?? '{}').state.info.refCode,
  )
  await logOut(page)
  const person = newPerson('nina')
  await page.goto(`/register?ref=${refCode}`)
  await expect(page.getByText(`Introduced by ${introducer.username}`)).toBeVisible()
  await expect(page.getByLabel('Referral code')).not.toBeEditable()
  await registerByLink(page, person)

  await page.goto('/register?ref=NOSUCH')
  await expect(page.getByText('We do not recognise the referral code in your link.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove this code' }).click()
  await expect(page).toHaveURL('/register')
})

test('an operator enrols 2FA inside /signin before anything opens', async ({ page }) => {
  const [email = '', password = ''] = (process.env.INGOT_OPERATOR ?? '').split(' ')
  await signIn(page, { email, username: '', password })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up two-factor authentication')
  await expect(page).toHaveURL('/signin')
  const { code } = await enrolHere(page)
  await expect(page).toHaveURL('/operator')
  await logOut(page)
  await signIn(page, { email, username: '', password })
  await page.getByLabel('2FA code').fill(await code())
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/operator')
})

test('a visitor is led to sign in and comes back to the page that was wanted', async ({ page }) => {
  const person = await verifiedPerson(stackOfRun, 'back')
  await page.goto('/my-profile/Activity')
  await expect(page).toHaveURL(/\/signin\?return=/)
  await page.getByLabel('E-mail or username').fill(person.username)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/my-profile\/Activity$/i)
  await expect(page.getByText('Logged in').first()).toBeVisible()
})

test('the owner of the mail locks the account after a change that was not theirs', async ({ page }) => {
  const person = await registerPerson(stackOfRun, newPerson('lock'))
  await signIn(page, person)
  await setFirstPin(page, person.password)
  let mail = await mailTo(stackOfRun, person.email)
  while (!mail.text.includes('/lock-account/')) mail = await mailTo(stackOfRun, person.email, mail.id)
  await page.goto(mail.linkTo('/lock-account'))
  await page.getByRole('button', { name: 'Lock my account' }).click()
  await settle(page)
  await signIn(page, person)
  await expect(page.getByText('Wrong e-mail, username or password. Please try again.')).toBeVisible()
})

test('the profile takes a picture, keeps preferences, and shows what happened', async ({ page }) => {
  const person = await verifiedPerson(stackOfRun, 'face')
  await signIn(page, person)
  await page.waitForURL('/')
  await page.goto('/My-Profile')
  await expect(page.getByText('Ada Lovelace')).toBeVisible()
  await settle(page)
  await expectAccessible(page)
  await page.locator('input[type=file]').setInputFiles('docs/picture.png')
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible()
  const picture = page.locator('main img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512)

  await page.getByRole('link', { name: 'Preferences' }).click()
  const saved = page.waitForResponse('**/api/preferences')
  await page.getByRole('switch', { name: 'Announcements' }).check()
  await saved
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Announcements' })).toBeChecked()

  await page.getByRole('link', { name: 'Activity' }).click()
  for (const happened of ['Preferences changed', 'Profile picture changed', 'Logged in'])
    await expect(page.getByText(happened, { exact: true }).first()).toBeVisible()
})

test('backup codes are replaced with a code soon after signing in, and 2FA is turned off with password and code', async ({
  page,
}) => {
  const person = await verifiedPerson(stackOfRun, 'codes')
  await signIn(page, person)
  await page.waitForURL('/')
  await page.goto('/My-Profile/Security/2fa')
  const { code, backupCodes } = await enrolHere(page)
  await page.getByRole('button', { name: 'New backup codes' }).click()
  await page.getByLabel('2FA code').fill(await code())
  await page.getByRole('button', { name: 'Get new codes' }).click()
  await expect(page.getByText('Your backup codes', { exact: true })).toBeVisible()
  const fresh = await page
    .locator('ol li')
    .filter({ hasText: /^[0-9A-Z]{5}-[0-9A-Z]{5}$/ })
    .allInnerTexts()
  expect(fresh).toHaveLength(10)
  expect(fresh.filter((each) => backupCodes.includes(each))).toEqual([])
  await page.getByLabel('I have saved my backup codes').check()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByLabel('Current password').fill(person.password)
  await page.getByLabel('2FA code').fill(await code())
  await page.getByRole('button', { name: 'Turn off' }).last().click()
  await expect(page.getByText('Two-factor authentication is off.')).toBeVisible()
})
