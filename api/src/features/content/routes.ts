import * as consents from '@ingot/endpoints/consents'
import { readText } from '@ingot/endpoints/content'
import * as desk from '@ingot/endpoints/text-desk'
import { type Binding, bind } from '../../bind.ts'
import { discardDraft, readTextDesk, saveDraft } from './drafts.ts'
import { asFile, currentText, listVersions, type Texts, textOfVersion } from './service.ts'

const done = { data: { done: true as const } }

export const contentRoutes = (texts: Texts): Binding[] => [
  bind(readText, async ({ params }) => ({ data: await currentText(texts, params.name) })),
  bind(consents.listTextVersions, async ({ params }) => ({ data: await listVersions(texts, params.name) })),
  bind(consents.readTextVersion, async ({ params }) => ({ data: await textOfVersion(texts, params) })),
  bind(consents.downloadText, async ({ params }) => asFile(await textOfVersion(texts, params))),
  bind(desk.readTextDesk, async () => ({ data: await readTextDesk(texts) })),
  bind(desk.saveTextDraft, async ({ person, params, body }) => ({
    data: await saveDraft(texts, person, params.name, body),
  })),
  bind(desk.discardTextDraft, async ({ params, body }) => {
    await discardDraft(texts.db, params.name, body.revision)
    return done
  }),
]
