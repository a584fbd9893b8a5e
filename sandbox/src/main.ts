import type { AddressInfo } from 'node:net'
import { openBank } from './bank/resident.ts'
import { openCards } from './cards/resident.ts'
import { openChain } from './chain/resident.ts'
import { openCourier } from './courier/resident.ts'
import { openClock } from './frame/clock.ts'
import { openWebServer } from './frame/web-server.ts'
import { openGold } from './gold/resident.ts'
import { openKyc } from './kyc/resident.ts'
import { openMail } from './mail/resident.ts'
import { openScan } from './scan/resident.ts'
import { readSettings, StartProblem, usingSetting } from './settings.ts'

const LOOPBACK = '127.0.0.1'

const start = async () => {
  const settings = readSettings(process.env)
  const clock = openClock(settings.behindSeconds)
  const { data, smtpPort, replyPort } = settings
  const mail = await openMail({ data, host: LOOPBACK, smtpPort, replyPort, now: clock.now })
  const chain = await openChain({ ...settings, clock })
  const kyc = await openKyc(settings)
  const gold = openGold({ price: chain.goldPrice, token: settings.goldToken, now: clock.now })
  const scan = await openScan({ host: LOOPBACK, scanPort: settings.scanPort })
  const bank = await openBank({ ...settings, now: clock.now })
  const cards = await openCards({ ...settings, now: clock.now })
  const courier = await openCourier({ ...settings, now: clock.now })
  const residents = [mail, chain, gold, kyc, bank, cards, courier, scan]
  const server = await openWebServer(residents)
  const listening = server.listen({ host: settings.host, port: settings.port })
  await usingSetting(`SANDBOX_PORT ${settings.port} on ${settings.host}`, listening)
  const { port } = server.server.address() as AddressInfo
  return {
    settings: { ...settings, port, smtpPort: mail.smtpPort, scanPort: scan.scanPort },
    stop: () => Promise.all([server.close(), ...residents.map((resident) => resident.stop())]),
  }
}

/** A supervisor that dies, even by kill -9, closes the channel to us: that too is the end. */
const endOfLife = new Promise<void>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
  if (process.send !== undefined) process.on('disconnect', () => resolve())
})

const run = async (): Promise<void> => {
  const sandbox = await start()
  const { host, port, smtpPort, scanPort } = sandbox.settings
  process.stdout.write(
    `The sandbox is ready: pages on http://${host}:${port}, mail on smtp://${LOOPBACK}:${smtpPort}\n`,
  )
  if (process.connected) process.send?.({ ready: true, port, smtpPort, scanPort })
  await endOfLife
  await sandbox.stop()
}

// Nobody may be left to read what is said: a closed pipe must not keep the sandbox from stopping cleanly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

try {
  await run()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${error instanceof StartProblem ? error.message : (error as Error).stack}\n`)
  process.exit(1)
}
