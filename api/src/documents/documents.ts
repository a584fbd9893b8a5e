import type { Db } from '@ingot/db/connect'
import type { Imprint } from '@ingot/paper/imprint'
import type { Signer } from '@ingot/paper/sign-document'
import type { Files } from '@ingot/providers/files/files'
import type { Logger } from 'pino'
import { type Config, siteOf } from '../config.ts'
import type { ApiDeps } from '../feature.ts'
import { kycOf } from '../features/kyc/kyc.ts'
import { createOneByOne } from '../one-by-one.ts'
import type { Issuing } from './engine.ts'
import type { DocumentKind } from './kind.ts'
import { createSetting, type SetDocument } from './setting.ts'
import { signerOf } from './signer.ts'

/** Setting one takes a core for a while: so many may wait for it in a process. */
const mostWaiting = 20

/** What the services of documents work with, in the api as in the worker. */
export type Documents = Issuing & {
  db: Db
  log: Logger
  files: Files
  kinds: ReadonlyMap<string, DocumentKind>
  imprint: { brand: Imprint['brand']; verifyUrlOf: (number: string) => string }
  set: SetDocument
  signer: Signer
  oneByOne: ReturnType<typeof createOneByOne>
  /** What is being made in this process, by document: who asks meanwhile gets the same. */
  underWay: Map<string, Promise<Buffer>>
}

const brandOf = (config: Config): Imprint['brand'] => ({
  name: config.BRAND_NAME,
  accent: config.BRAND_ACCENT,
  legalLine: config.BRAND_LEGAL_LINE,
  company: config.BRAND_COMPANY,
  supportEmail: config.BRAND_SUPPORT_EMAIL,
})

const known = new WeakMap<ApiDeps, Documents>()

/** Once in a process: whoever asks with the same deps gets the same, and kinds are always all that there are. */
export const createDocuments = (deps: ApiDeps, kinds: readonly DocumentKind[]): Documents => {
  const made = known.get(deps) ?? make(deps, kinds)
  known.set(deps, made)
  return made
}

const make = (deps: ApiDeps, kinds: readonly DocumentKind[]): Documents => {
  const { config, db, log, files, now } = deps
  return {
    db,
    log,
    files,
    now,
    signer: signerOf(deps),
    personalData: kycOf(deps).personalData,
    kinds: new Map(kinds.map((kind) => [kind.name, kind])),
    imprint: {
      brand: brandOf(config),
      verifyUrlOf: (number) => `${siteOf(config)}/verify?number=${number}`,
    },
    set: createSetting(),
    oneByOne: createOneByOne(mostWaiting),
    underWay: new Map(),
  }
}
