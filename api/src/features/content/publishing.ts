import { textNames } from '@ingot/endpoints/content'
import * as z from 'zod/mini'
import { decision } from '../../approvals/decision.ts'
import { Failure } from '../../failure.ts'
import { hashOf, inTheNameOf } from './rules.ts'
import type { Texts } from './service.ts'
import * as store from './store.ts'

const refuse = (words: string) => new Failure('StateChanged', {}, words)

/** A text binds customers, so two operators publish it: what was saved when it was asked for, and nothing else. */
export const publishText = ({ now, brand }: Pick<Texts, 'now' | 'brand'>) =>
  decision({
    action: 'publish-text',
    title: 'Publish a text',
    asks: ['Owner', 'Compliance'],
    approves: ['Owner', 'Compliance'],
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const name = textNames.find((each) => each === thing)
      if (!name) return
      await store.lockText(tx, name)
      const draft = await store.findDraft(tx, name)
      if (!draft) return
      const today = store.dayOf(now())
      if (draft.effectiveOn <= today) throw refuse('The day it comes into force has to be a day to come.')
      const [newest] = await store.readVersions(tx, name)
      if (newest && draft.effectiveOn <= newest.publishedOn)
        throw refuse(`Version ${newest.version} begins on ${newest.publishedOn}. Please choose a later day.`)
      if (await store.findVersion(tx, name, draft.version)) throw new Failure('TextVersionTaken')
      const inForce = await store.findCurrent(tx, name, today)
      const text = inTheNameOf(brand, { ...draft, publishedOn: draft.effectiveOn })
      return {
        version: `${draft.revision} ${hashOf(text)}`,
        customer: null,
        before: inForce ? [{ name: inForce.title, value: `Version ${inForce.version}` }] : [],
        after: [
          { name: text.title, value: `Version ${text.version}` },
          { name: 'In force from', value: text.publishedOn },
          { name: 'What changes', value: text.changes },
          { name: 'Text', value: 'As it is prepared under Texts' },
          { name: 'SHA-256 of its file', value: hashOf(text) },
        ],
        told: null,
      }
    },
    do: async (tx, { thing, approval }) => {
      const draft = await store.findDraft(tx, thing)
      if (!draft) throw new Failure('NotFound')
      const { name, version, title, changes, sections, effectiveOn: publishedOn } = draft
      await store.insertText(tx, { name, version, title, changes, sections, publishedOn }, approval)
      await store.deleteDraft(tx, name)
    },
  })
