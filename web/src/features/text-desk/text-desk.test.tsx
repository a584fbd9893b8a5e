import type { Role } from '@ingot/endpoints/roles'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { dialogNamed, fillIn, openConsole, pressIn, sampleApproval, signInOperator } from '../../lib/test-console.tsx'
import { bodyOf, ok } from '../../lib/test-server.ts'
import { OperatorTextsPage } from './operator-texts-page.tsx'

afterEach(() => act(() => useSession.getState().logOut()))

const version = {
  version: '2.0',
  publishedOn: '2026-11-02',
  changes: 'All anew.',
  state: 'in force',
  hash: 'a'.repeat(64),
}
const desk = {
  ...{ name: 'term-conditions', title: 'Terms and conditions', versions: [version] },
  ...{ words: '## One\n\nWords.', draft: null },
}
const draft = {
  ...{ name: 'term-conditions', title: 'Terms and conditions', version: '3.0', publishedOn: '2026-12-01' },
  ...{ changes: 'Cards are described.', sections: [{ heading: 'Cards', paragraphs: ['By card.'] }], revision: 4 },
  ...{ words: '## Cards\n\nBy card.', savedBy: 'carl', savedAt: '2026-11-13T12:00:00.000Z' },
}

const open = (given: object = {}, roles: Role[] = ['Compliance']) => {
  signInOperator(roles)
  return openConsole(OperatorTextsPage, '/operator/texts', '/operator/texts', {
    'GET /operator/texts': ok([{ ...desk, ...given }]),
    'POST /operator/texts/term-conditions/draft': ok(draft),
    'POST /operator/approvals': ok(sampleApproval),
  })
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

it('a next version begins with the words in force, and is saved as a draft', async () => {
  const { sentTo } = open()
  await press('Write the next version: Terms and conditions')
  const dialog = await dialogNamed('Next version: Terms and conditions')
  expect((dialog.getByLabelText('Text') as HTMLTextAreaElement).value).toBe('## One\n\nWords.')
  fillIn(dialog, { Version: '3.0', 'In force from': '2026-12-01', 'What changes': 'Cards are described.' })
  pressIn(dialog, 'Save draft')
  await waitFor(() => expect(sentTo('POST /operator/texts/term-conditions/draft')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /operator/texts/term-conditions/draft')[0])).toEqual({
    ...{ revision: 0, version: '3.0', effectiveOn: '2026-12-01', title: 'Terms and conditions' },
    ...{ changes: 'Cards are described.', words: '## One\n\nWords.' },
  })
})

it('a draft is read as customers will, and published by two', async () => {
  const { sentTo } = open({ draft })
  expect(await screen.findByText('By card.')).toBeTruthy()
  await press('Publish: Terms and conditions')
  const dialog = await dialogNamed('Publish version 3.0: Terms and conditions')
  fillIn(dialog, { Reason: 'Cards came', 'Your password': 'blue kettle', '2FA code': '123456' })
  pressIn(dialog, 'Ask for approval')
  await waitFor(() => expect(sentTo('POST /operator/approvals')).toHaveLength(1))
  expect(bodyOf(sentTo('POST /operator/approvals')[0])).toMatchObject({
    ...{ action: 'publish-text', thing: 'term-conditions', given: {} },
  })
})

it('an Auditor reads', async () => {
  open({ draft }, ['Auditor'])
  await screen.findByText('By card.')
  expect(screen.queryByRole('button')).toBeNull()
})
