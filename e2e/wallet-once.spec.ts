import { expect, type Page, type Request, type Route, test } from '@playwright/test'
import { beFunded, confirm, type Sender, theReceiver } from './senders.ts'
import {
  close,
  countOf,
  fill,
  isDone,
  listenForKeys,
  openAsSender,
  openWallet,
  processing,
  quietPage,
  sendButton,
  success,
} from './wallet-panel.ts'

// One after the other with the same sender, whom the first of them registers and verifies.
test.describe.configure({ mode: 'default', timeout: 240_000 })

/** The form in the panel, filled for the other customer and ready to be confirmed. */
const prepare = async (page: Page, amount: string) => {
  const [count, keys] = [await countOf(page), listenForKeys(page)]
  await openWallet(page, 'Send')
  await fill(page, (await theReceiver()).username, amount)
  /** That it was sent once, in so many questions with one key. */
  const expectOne = async (asked: number) => {
    expect(keys).toHaveLength(asked)
    expect(new Set(keys).size).toBe(1)
    expect(await countOf(page)).toBe(count + 1)
    await close(page)
    await expect(success(page)).toBeHidden()
    page.removeAllListeners('request')
  }
  return { keys, expectOne }
}

const send = async (page: Page, sender: Sender) => {
  await sendButton(page).click()
  await confirm(page, sender)
}

test('a double click, or a connection lost at the moment of confirming, sends once', async ({ browser }) => {
  const { context, page, sender } = await openAsSender(browser)
  await beFunded(page)
  const twice = await prepare(page, '2')
  await sendButton(page).dblclick()
  await confirm(page, sender)
  await isDone(page)
  await twice.expectOne(1)

  for (const reaches of [false, true]) {
    const lost = await prepare(page, '3')
    await page.route(
      '**/api/transfer',
      async (route) => {
        if (reaches) await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await send(page, sender)
    await isDone(page)
    await lost.expectOne(2)
  }
  await context.close()
})

/** Lets the next transfer reach the server and keeps its answer until it is let go. */
const holdAnswer = async (page: Page) => {
  const held = Promise.withResolvers<Route>()
  const free = Promise.withResolvers<void>()
  await page.route(
    '**/api/transfer',
    async (route) => {
      const response = await route.fetch()
      held.resolve(route)
      await free.promise
      // Nobody may be there any more to take it.
      await route.fulfill({ response }).catch(() => undefined)
    },
    { times: 1 },
  )
  return { held: held.promise, letGo: () => free.resolve() }
}

test('reload, back button and second tab in the middle bring the result of the one transfer', async ({ browser }) => {
  const { context, page, sender } = await openAsSender(browser)
  await beFunded(page)
  const reloaded = await prepare(page, '4')
  const first = await holdAnswer(page)
  await send(page, sender)
  await first.held
  await expect(processing(page)).toBeVisible()
  await page.reload()
  first.letGo()
  await isDone(page)
  await reloaded.expectOne(2)

  await page.getByRole('link', { name: 'Trade $QMGT' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trade gold')
  const left = await prepare(page, '5')
  const second = await holdAnswer(page)
  await send(page, sender)
  await second.held
  await page.goBack()
  await expect(page).toHaveURL(quietPage)
  await expect(processing(page)).toBeVisible()
  second.letGo()
  await isDone(page)
  await left.expectOne(1)

  const shared = await prepare(page, '6')
  const third = await holdAnswer(page)
  await send(page, sender)
  await third.held
  // The new tab begins with what this one keeps, as a duplicated tab does.
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((address) => void window.open(address), quietPage),
  ])
  const asked = await tab.waitForRequest((request: Request) => request.url().endsWith('/api/transfer'))
  expect(asked.headers()['idempotency-key']).toBe(shared.keys[0])
  await isDone(tab)
  third.letGo()
  await isDone(page)
  await shared.expectOne(1)
  await context.close()
})
