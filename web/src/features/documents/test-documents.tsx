import type { DocumentContent } from '@ingot/endpoints/document-content'
import type { IssuedDocument } from '@ingot/endpoints/documents'

export const sampleDocument: IssuedDocument = {
  id: '0198a3c1-0000-4000-8000-0000000000a1',
  number: 'AS-2026-000123',
  kind: 'statement',
  title: 'Account statement',
  subtitle: '1 to 31 October 2026',
  state: 'valid',
  issuedAt: '2026-11-13T12:00:10.000Z',
  supersededBy: null,
  hasTable: true,
}

export const sampleContent: DocumentContent = {
  title: 'Account statement',
  subtitle: '1 to 31 October 2026',
  holder: ['Ada Lovelace', '12 St James’s Square', 'London SW1Y 4JH'],
  parts: [
    {
      kind: 'facts',
      heading: 'At a glance',
      facts: [
        { label: 'Opening', value: '0.00 USDT' },
        { label: 'Closing', value: '100.50 USDT', strong: true },
      ],
    },
    {
      kind: 'table',
      heading: 'Movements in USDT',
      columns: [
        { label: 'Day', align: 'start', share: 2 },
        { label: 'Amount', align: 'end', share: 3 },
      ],
      rows: [['3 October 2026', '+100.500000000000000001']],
      sums: [['Closing', '100.500000000000000001']],
      empty: 'Nothing moved.',
    },
    {
      kind: 'table',
      heading: 'Movements in QMGT',
      columns: [{ label: 'Day', align: 'start', share: 1 }],
      rows: [],
      sums: [],
      empty: 'Nothing moved.',
    },
    { kind: 'text', heading: '', paragraphs: ['Times are those of Europe/London.'] },
  ],
  notes: ['<script>alert(1)</script> is a name like any other.'],
}
