import { inTransaction } from '@ingot/db/transaction'
import type { acceptTexts as acceptCall, Consents, WantedText } from '@ingot/endpoints/consents'
import { type Text, textNames } from '@ingot/endpoints/content'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { hashOf, inTheNameOf } from '../content/rules.ts'
import { asFile, currentText, textOfVersion } from '../content/service.ts'
import { dayOf, readVersions } from '../content/store.ts'
import * as store from './consent-store.ts'
import { type Identity, record } from './identity.ts'

type Reading = Pick<Identity, 'db' | 'brand' | 'now'>

/** What came into force since a customer accepted a version, newest first; nothing where the newest is accepted already. */
const wantedOf = async (
  { db, brand, now }: Reading,
  name: Text['name'],
  accepted: readonly store.ConsentRow[],
): Promise<WantedText[]> => {
  const on = dayOf(now())
  const inForce = await currentText({ db, brand, now }, name)
  const versions = await readVersions(db, name)
  const isAccepted = ({ version }: Pick<Text, 'version'>) =>
    accepted.some((each) => each.name === name && each.version === version)
  if (isAccepted(inForce)) return []
  const place = versions.findIndex(({ version }) => version === inForce.version)
  const last = versions.findIndex((each, index) => index > place && isAccepted(each))
  const since = versions
    .slice(place, last < 0 ? place + 1 : last)
    .filter(({ publishedOn, version }) => publishedOn <= on || version === inForce.version)
  const changes = since.flatMap((each) => {
    const { version, changes: words } = inTheNameOf(brand, each)
    return words === '' ? [] : [{ version, words }]
  })
  const { title, version, publishedOn } = inForce
  return [{ name, title, version, publishedOn, changes }]
}

export const readConsents = async (identity: Reading, { id }: Pick<Person, 'id'>): Promise<Consents> => {
  const { db, brand } = identity
  const rows = await store.readConsents(db, id)
  const wanted = await Promise.all(textNames.map((name) => wantedOf(identity, name, rows)))
  const accepted = await Promise.all(
    rows.map(async (row) => {
      const text = await textOfVersion({ db, brand: row.brand ?? brand }, row)
      const { name, version } = row
      return {
        ...{ name, version, title: text.title },
        acceptedAt: row.acceptedAt.toISOString(),
        hash: row.hash ?? hashOf(text),
      }
    }),
  )
  return { wanted: wanted.flat(), accepted }
}

/** Only what is in force can be accepted: whoever read another one reads this one first. */
export const acceptTexts = async (
  identity: Identity,
  person: Person,
  { texts }: BodyOf<typeof acceptCall>,
  from: Origin,
): Promise<Consents> => {
  const { db, brand, now } = identity
  const at = now()
  const read = await Promise.all(
    texts.map(async ({ name, version }) => {
      const text = await currentText(identity, name)
      if (text.version !== version) throw new Failure('TextOutdated')
      return { name, version, brand, hash: hashOf(text), acceptedAt: at }
    }),
  )
  await inTransaction(db, async (tx) => {
    let isNew = false
    for (const each of read) isNew = (await store.insertConsent(tx, person.id, each)) || isNew
    if (isNew) await record(tx, identity, { customer: person.id, kind: 'terms-accepted', from })
  })
  return readConsents(identity, person)
}

/** As it was read then, also if the service has another name now. */
export const acceptedFile = async (identity: Reading, { id }: Person, named: Pick<Text, 'name' | 'version'>) => {
  const { db, brand } = identity
  const row = (await store.readConsents(db, id)).find(
    ({ name, version }) => name === named.name && version === named.version,
  )
  if (!row) throw new Failure('NotFound')
  return asFile(await textOfVersion({ db, brand: row.brand ?? brand }, row))
}
