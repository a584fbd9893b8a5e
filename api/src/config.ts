import { existsSync } from 'node:fs'
import { ProblemForPeople } from '@ingot/db/problem'
import { isValidIBAN } from 'ibantools'
import * as z from 'zod/mini'
import { isNetworkList } from './network.ts'
import { policy } from './policy.ts'
import { productionProblems } from './production.ts'

const shortestSecret = 16

const port = z.coerce
  .number('must be a port number')
  .check(z.int('must be a port number'), z.minimum(0), z.maximum(65535))
const count = z.coerce.number('must be a number').check(z.int('must be a whole number'), z.minimum(1))
/** Jobs are looked for no more often than this, and a mail should not wait for minutes. */
const jobPauses = { shortest: 0.5, longest: 60 }
const jobPause = z.coerce
  .number('must be a number of seconds')
  .check(
    z.minimum(jobPauses.shortest, `must be at least ${jobPauses.shortest}`),
    z.maximum(jobPauses.longest, `must be at most ${jobPauses.longest}`),
  )
const origin = z
  .string()
  .check(
    z.refine(
      (value) => URL.canParse(value) && new URL(value).origin === value,
      'must be an origin such as https://gold.example',
    ),
  )
const isDatabaseUrl = (value: string) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)
const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i, 'must be an address of 0x and 40 hex digits'))
const visibleText = z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 characters without spaces'))
const words = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))
const hexColour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #b8860b'))

const settings = z.object({
  NODE_ENV: z._default(z.enum(['development', 'production']), 'development'),
  DATABASE_URL: z
    .string('must be set, for example postgres://user:password@host:5432/ingot')
    .check(z.refine(isDatabaseUrl, 'must be a postgres:// address')),
  DATABASE_READ_URL: z.optional(z.string().check(z.refine(isDatabaseUrl, 'must be a postgres:// address'))),
  LEDGER_SEAL_SECRET: z.optional(z.string()),
  LEDGER_SEAL_SECRET_BEFORE: z.optional(z.string()),
  IDENTITY_SECRET: z
    .string('must be set: a long random text from which the keys of passwords, PINs, 2FA and sessions are made')
    .check(z.minLength(shortestSecret, `must have at least ${shortestSecret} characters`)),
  IDENTITY_SECRET_BEFORE: z.optional(z.string()),
  PERSONAL_DATA_SECRET: z
    .string('must be set: a long random text from which the key of customers’ personal data is made')
    .check(z.minLength(shortestSecret, `must have at least ${shortestSecret} characters`)),
  PERSONAL_DATA_SECRET_BEFORE: z.optional(z.string()),
  DOCUMENT_KEY: z.string('must be set: the key with which documents are signed, as PEM or the path of a file'),
  DOCUMENT_CERTIFICATE: z.string('must be set: the certificate of that key, as PEM or the path of a file'),
  SUMSUB_URL: z._default(origin, 'https://api.sumsub.com'),
  SUMSUB_SDK_URL: z._default(origin, 'https://in.sumsub.com'),
  SUMSUB_APP_TOKEN: z.string('must be set to the app token of the verification provider').check(z.minLength(1)),
  SUMSUB_SECRET_KEY: z.string('must be set to the secret key of that app token').check(z.minLength(1)),
  SUMSUB_WEBHOOK_SECRET: z.string('must be set to the secret key of the provider’s webhook').check(z.minLength(1)),
  SUMSUB_LEVEL: z._default(z.string().check(z.minLength(1), z.maxLength(100)), 'basic-kyc-level'),
  STRIPE_URL: z._default(origin, 'https://api.stripe.com'),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^[sr]k_(test|live)_[\x21-\x7e]{1,250}$/, 'must be a secret or restricted key of Stripe')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(visibleText),
  CARRIER_URL: z._default(origin, 'https://api.easypost.com'),
  CARRIER_KEY: z.optional(visibleText),
  CARRIER_WEBHOOK_SECRET: z.optional(visibleText),
  CARRIER_NAME: z.optional(z.string().check(z.regex(/^[A-Za-z0-9]{2,40}$/, 'must be a carrier as EasyPost names it'))),
  COUNTER_ADDRESS: z.optional(words(200)),
  PARCEL_SENDER: z._default(words(60), 'Dispatch'),
  VERIFICATION_ASK_SECONDS: z._default(count, policy.verification.askAgainSeconds),
  CHAIN_SETTLEMENT: z.optional(address),
  CHAIN_WALLET_IMPLEMENTATION: z.optional(address),
  SMTP_URL: z
    .string('must be set, for example smtps://user:password@mail.example:465')
    .check(
      z.refine(
        (value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol),
        'must be an smtp:// or smtps:// address',
      ),
    ),
  MAIL_FROM: z._default(z.string().check(z.maxLength(320)), 'Ingot <no-reply@ingot.example>'),
  SUPPORT_ADDRESS: z.optional(
    z.email('must be an e-mail address').check(
      // With a ticket and its secret behind it, what stands before the @ may have 64 characters (RFC 5321).
      z.refine(
        (value) => value.indexOf('@') <= 16 && !value.includes('+'),
        'must have at most 16 characters and no + before the @',
      ),
      z.maxLength(190),
    ),
  ),
  INBOUND_MAIL_HOST: z._default(z.string(), '127.0.0.1'),
  INBOUND_MAIL_PORT: z.optional(port),
  INBOUND_MAIL_FROM: z._default(
    z.string().check(z.refine(isNetworkList, 'must be networks such as 192.0.2.0/24,2001:db8::/32')),
    '127.0.0.0/8,::1',
  ),
  INBOUND_MAIL_MEGABYTES: z._default(count.check(z.maximum(50, 'must be at most 50')), 25),
  SCANNER_URL: z.optional(
    z
      .string()
      .check(z.regex(/^(tcp|unix):\/\//, 'must be an address such as tcp://127.0.0.1:3310 or unix:///a/socket')),
  ),
  FILES_URL: z.string('must be set: file:///a/folder, or s3://key:secret@host/bucket?region=eu-central-1'),
  BANK_HOLDER: z.optional(words(70)),
  BANK_NAME: z.optional(words(70)),
  BANK_IBAN: z.optional(z.string().check(z.refine(isValidIBAN, 'must be an IBAN, in capitals and without spaces'))),
  BANK_NUMBER: z.optional(z.string().check(z.regex(/^[A-Z0-9]{4,34}$/, 'must be 4 to 34 capitals and digits'))),
  BANK_BIC: z.optional(
    z.string().check(z.regex(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/, 'must be a BIC of 8 or 11 characters')),
  ),
  BANK_ADDRESS: z.optional(words(200)),
  BANK_INBOX: z.optional(z.string().check(z.refine(existsSync, 'must be the folder that the bank’s channel fills'))),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(port, 8080),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  METRICS_PORT: z.optional(port.check(z.maximum(65534, 'must be at most 65534: the worker has the port after it'))),
  METRICS_TOKEN: z.optional(visibleText),
  PUBLIC_ORIGIN: z.optional(origin),
  TRUST_PROXY_HOPS: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(5)), 0),
  OPERATOR_ADDRESSES: z.optional(
    z.string().check(z.refine(isNetworkList, 'must be networks such as 192.0.2.0/24,2001:db8::/32')),
  ),
  RATE_LIMIT_PER_MINUTE: z._default(count, 1200),
  DRAIN_SECONDS: z._default(z.coerce.number('must be a number of seconds').check(z.minimum(0), z.maximum(10)), 0),
  JOB_POLL_SECONDS: z._default(jobPause, 2),
  LOG_LEVEL: z._default(z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']), 'info'),
  INGOT_WEB: z.optional(z.string().check(z.refine(existsSync, 'must be the folder of the built web'))),
  INGOT_TEXTS: z.optional(z.string().check(z.refine(existsSync, 'must be an existing folder'))),
  IMAGE_HOST: z._default(z.union([origin, z.literal('')]), ''),
  VERIFICATION_CLIENT_TOKEN: z._default(visibleText, 'ingot-portal'),
  CHAIN_RPC_URL: z.optional(
    z.string().check(z.refine((value) => URL.canParse(value), 'must be the address of a node')),
  ),
  CHAIN_ADDRESSES: z.optional(z.string().check(z.refine(existsSync, 'must be the addresses file of a deployment'))),
  GOLDAPI_URL: z._default(origin, 'https://www.goldapi.io'),
  GOLDAPI_TOKEN: z.optional(visibleText),
  EXPLORER_TRANSACTION_PREFIX: z._default(z.string(), ''),
  PUBLIC_NODE_URL: z._default(
    z
      .string()
      .check(
        z.refine(
          (value) => value === '' || (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
          'must be the address of a node',
        ),
      ),
    '',
  ),
  CHAIN_NAME: z._default(z.string().check(z.maxLength(60)), 'BNB Smart Chain'),
  BRAND_NAME: z._default(z.string().check(z.minLength(1), z.maxLength(40)), 'Ingot'),
  BRAND_ACCENT: z._default(hexColour, '#b8892b'),
  BRAND_LEGAL_LINE: z._default(z.string().check(z.maxLength(200)), ''),
  BRAND_COMPANY: z._default(z.string().check(z.maxLength(200)), ''),
  GOLD_VAULT: z._default(z.string().check(z.maxLength(200)), ''),
  GOLD_AUDITOR: z._default(z.string().check(z.maxLength(200)), ''),
  SHOW_FEE_SHARE: z._default(z.enum(['yes', 'no'], 'must be yes or no'), 'no'),
  BRAND_SUPPORT_EMAIL: z._default(
    z.email('must be an e-mail address').check(z.maxLength(254)),
    'support@ingot.example',
  ),
})

export type Config = z.output<typeof settings>

/** Where people find the portal: the address in the links of mails. */
export const siteOf = ({ PUBLIC_ORIGIN, PORT }: Config): string => PUBLIC_ORIGIN ?? `http://localhost:${PORT}`

/** What one of the two never uses, and runs without: the api sends no mail, seals nothing and reads no price, the worker takes in no message. */
const notFor = {
  api: { SMTP_URL: 'smtp://localhost', LEDGER_SEAL_SECRET: undefined, GOLDAPI_TOKEN: undefined },
  worker: { SUMSUB_WEBHOOK_SECRET: 'not for the worker' },
}

/** Reads the configuration once, and lists every problem with it at once: that of one role, or of both together. */
export const readConfig = (environment: Record<string, string | undefined>, role?: keyof typeof notFor): Config => {
  // An empty variable is an unset one: env files and shells cannot say it otherwise.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const unused: Record<string, string | undefined> = role ? notFor[role] : {}
  const parsed = z.safeParse(settings, { ...unused, ...given })
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`),
    ...bankProblems(given),
    ...processorProblems(given),
    ...carrierProblems(given),
    ...mailboxProblems(given),
    ...(given.NODE_ENV === 'production' ? productionProblems(given, Object.keys(unused)) : []),
  ]
  if (problems.length || !parsed.success)
    throw new ProblemForPeople(`The configuration is not right: ${problems.join('; ')}.`)
  return parsed.data
}

const ofBank = ['BANK_HOLDER', 'BANK_NAME', 'BANK_BIC', 'BANK_ADDRESS']

/** A bank is there with all that is said of it, or not at all. */
const bankProblems = (given: Record<string, string | undefined>): string[] => {
  const numbers = ['BANK_IBAN', 'BANK_NUMBER'].filter((name) => given[name])
  const missing = ofBank.filter((name) => !given[name])
  if (numbers.length === 0 && missing.length === ofBank.length)
    return given.BANK_INBOX ? ['BANK_INBOX is set, and no bank is'] : []
  const oneNumber = numbers.length === 1 ? [] : ['one of BANK_IBAN and BANK_NUMBER must be set']
  return [...missing.map((name) => `${name} must be set too, since a bank is`), ...oneNumber]
}

/** Who takes cards has a key to be asked with and one to be believed by. */
const processorProblems = (given: Record<string, string | undefined>): string[] =>
  !given.STRIPE_SECRET_KEY === !given.STRIPE_WEBHOOK_SECRET
    ? []
    : ['STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must both be set, or neither']

/** Who follows parcels, likewise. */
const carrierProblems = (given: Record<string, string | undefined>): string[] =>
  !given.CARRIER_KEY === !given.CARRIER_WEBHOOK_SECRET
    ? []
    : ['CARRIER_KEY and CARRIER_WEBHOOK_SECRET must both be set, or neither']

/** Replies come to an address only where somebody takes them in. */
const mailboxProblems = (given: Record<string, string | undefined>): string[] =>
  !given.SUPPORT_ADDRESS === !given.INBOUND_MAIL_PORT
    ? []
    : ['SUPPORT_ADDRESS and INBOUND_MAIL_PORT must both be set, or neither']

/** Opens what a setting names; whatever is wrong with it is for people to mend. */
export const openNamed = <T>(open: () => T): T => {
  try {
    return open()
  } catch (error) {
    throw new ProblemForPeople(`The configuration is not right: ${(error as Error).message}`)
  }
}
