import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, settle } from './page-checks.ts'
import { signIn, stackOfRun } from './people.ts'
import { openAs } from './shell-people.ts'
import { verifiedPerson } from './verified-people.ts'

const account = (page: Page) => page.getByRole('button', { name: /^Account of/ })
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })
const focused = (page: Page) => page.locator(':focus')

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

// What moves is asked about here.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the drawer slides in 0.3 s, keeps the keyboard inside and gives focus back', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'verified', { width: 768 })
  await page.goto('/test')
  await settle(page)
  await menuButton(page).focus()
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toBeVisible()
  const style = await drawer(page).evaluate((element) => {
    const { transitionProperty, transitionDuration } = getComputedStyle(element)
    return { properties: transitionProperty.split(', '), durations: transitionDuration.split(', ') }
  })
  expect(style.properties).toContain('transform')
  expect(new Set(style.durations)).toEqual(new Set(['0.3s']))
  await settle(page)
  expect(await drawer(page).boundingBox()).toMatchObject({ x: 0, y: 0, height: 900 })
  const stops = await drawer(page).locator('a, button').count()
  for (let n = 0; n <= stops; n++) {
    await page.keyboard.press('Tab')
    expect(await drawer(page).evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(menuButton(page)).toBeFocused()
  await context.close()
})

test('a link in the drawer leads to its page and closes the drawer', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'verified', { width: 390 })
  await page.goto('/test')
  await menuButton(page).click()
  await drawer(page).getByRole('link', { name: 'My Profile' }).click()
  await expect(page).toHaveURL('/My-Profile')
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await context.close()
})

test('a visitor’s drawer leads to the registration', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { width: 390 })
  await page.goto('/test')
  await menuButton(page).click()
  await drawer(page).getByRole('link', { name: 'Register' }).click()
  await expect(page).toHaveURL('/signup')
  await expect(drawer(page)).toBeHidden()
  await context.close()
})

test('a visitor’s drawer leads to the sign-in and chooses the colour scheme', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { width: 390, colorScheme: 'light' })
  await page.goto('/test')
  await menuButton(page).click()
  await expectAccessible(page)
  await drawer(page).getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await drawer(page).getByText('Same as device', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
  await drawer(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/signin')
  await context.close()
})

test('a window that grows past 768 px closes the drawer and shows the sidebar', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'verified', { width: 768 })
  await page.goto('/test')
  await menuButton(page).click()
  await expect(drawer(page)).toBeVisible()
  await page.setViewportSize({ width: 769, height: 900 })
  await expect(drawer(page)).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await context.close()
})

test('the sidebar is drawn in within 0.3 s, and stays so', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'verified')
  await page.goto('/test')
  const side = page.locator('[data-shell] > div > div').first()
  const widthOf = async () => (await side.boundingBox())?.width
  await page.getByRole('button', { name: 'Collapse the sidebar' }).click()
  expect(await side.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.3s')
  await settle(page)
  expect(await widthOf()).toBe(72)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand the sidebar' })).toBeVisible()
  expect(await widthOf()).toBe(72)
  await page.getByRole('button', { name: 'Expand the sidebar' }).click()
  await settle(page)
  expect(await widthOf()).toBe(272)
  await context.close()
})

test('the keyboard alone opens the popovers, goes through them in order and comes back', async ({ browser }) => {
  const { context, page, username } = await openAs(browser, 'verified')
  await page.goto('/test')
  await settle(page)
  await page.getByRole('button', { name: /^Wallet/ }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(account(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: `Account of ${username}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy wallet address' })).toBeFocused()
  for (const name of ['My Profile', 'Show Referral Code']) {
    await page.keyboard.press('Tab')
    await expect(focused(page)).toHaveText(name)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Referral QR Code' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Wallet QR Code' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'Wallet address' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Your QR codes' })).toBeHidden()
  await expect(account(page)).toBeFocused()
  await context.close()
})

test('opening one thing closes the others', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'verified')
  await page.goto('/test')
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await account(page).click()
  await expect(page.getByRole('dialog', { name: /^Account of/ })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden()
  await page.getByRole('button', { name: /^Wallet/ }).click()
  await expect(page.getByRole('dialog', { name: 'Wallet' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: /^Account of/ })).toBeHidden()
  await context.close()
})

test('pages go and come in 0.8 s, and the frame can be used meanwhile', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor')
  await page.goto('/test')
  await settle(page)
  // Everything that moves stands still, however long the checks take.
  const tools = await context.newCDPSession(page)
  await tools.send('Animation.enable')
  await tools.send('Animation.setPlaybackRate', { playbackRate: 0 })
  await page.getByRole('link', { name: 'Trade $QMGT' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gold, by the gram.')
  const moving = () =>
    page.evaluate(() =>
      document.getAnimations().map((animation) => ({
        where: (animation.effect as KeyframeEffect).pseudoElement ?? 'page',
        seconds: Number(animation.effect?.getComputedTiming().duration) / 1000,
      })),
    )
  expect(await moving()).toContainEqual({ where: '::view-transition-old(page)', seconds: 0.8 })
  expect(await moving()).toContainEqual({ where: 'page', seconds: 0.8 })
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/signin')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Log in')
  await context.close()
})

test('under reduced motion nothing moves', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { reducedMotion: 'reduce' })
  await page.goto('/test')
  await settle(page)
  await page.getByRole('link', { name: 'Trade $QMGT' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gold, by the gram.')
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map((each) => Number(each.effect?.getComputedTiming().duration))),
  )
  expect(longest).toBeLessThan(1)
  await context.close()
})

test('going back restores scrolling and focus, and each page is announced', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { height: 500, reducedMotion: 'reduce' })
  await page.goto('/')
  await settle(page)
  const link = page.getByRole('link', { name: 'terms and conditions' })
  await link.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(0)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms and conditions')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Terms and conditions · Ingot' })).toHaveCount(1)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(link).toBeFocused()
  // The price that arrives later may move the rest by a hair.
  await expect.poll(() => page.evaluate((before) => Math.abs(window.scrollY - before), scrolled)).toBeLessThan(48)
  await context.close()
})

test('logging out empties every tab at once', async ({ context }) => {
  const person = await verifiedPerson(stackOfRun, 'tabs')
  const [one, two] = [await context.newPage(), await context.newPage()]
  await signIn(one, person)
  await expect(one).toHaveURL('/')
  await two.goto('/My-Profile')
  await account(two).click()
  await expect(two.getByRole('dialog', { name: /^Account of/ })).toBeVisible()
  await account(one).click()
  await one.getByRole('button', { name: 'Log Out', exact: true }).click()
  await one.getByRole('dialog', { name: 'Log out?' }).getByRole('button', { name: 'Log Out' }).click()
  for (const page of [one, two]) {
    await expect(page).toHaveURL('/signin')
    await expect(page.getByText('You have logged out.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('ingot-session'))).not.toContain(person.username)
  }
})

test('a lost connection is said, until it is back', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor')
  await page.goto('/test')
  await settle(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await expectAccessible(page)
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  await context.close()
})

test('a new build is offered, and loaded only when the reader says so', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor')
  await page.clock.install()
  await page.goto('/test')
  await settle(page)
  const same = page.waitForResponse('**/api/health?probe=live')
  await page.clock.fastForward('10:00')
  await same
  await expect(page.getByText('A new version is available.')).toHaveCount(0)
  await page.route('**/api/health?probe=live', async (route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { data: { ...data, build: 'another' } } })
  })
  await page.evaluate(() => Object.assign(window, { isStillHere: true }))
  await page.clock.fastForward('10:00')
  await expect(page.getByText('A new version is available.')).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => 'isStillHere' in window)).toBe(true)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await reloaded
  expect(await page.evaluate(() => 'isStillHere' in window)).toBe(false)
  await context.close()
})

test('dates are written as the device writes them', async ({ browser }) => {
  const { context, page } = await openAs(browser, 'visitor', { locale: 'de-DE' })
  await page.goto('/term-conditions')
  const date = page.locator('time').first()
  const day = new Date((await date.getAttribute('datetime')) ?? '')
  await expect(date).toHaveText(day.toLocaleDateString('de-DE', { dateStyle: 'long', timeZone: 'UTC' }))
  await context.close()
})

test('a verified-only page is empty for everybody else who is signed in', async ({ browser }) => {
  for (const kind of ['customer', 'operator'] as const) {
    const { context, page } = await openAs(browser, kind)
    await page.goto('/MY-profile/security')
    await settle(page)
    await expect(page.getByRole('main')).toHaveText('')
    await context.close()
  }
})
