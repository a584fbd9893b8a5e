import { makeCertificate } from './certificate.ts'
import { setDocument } from './set-document.ts'
import { createSigner } from './sign-document.ts'

/** Made once: tests only need one that is theirs. */
export const testPair = makeCertificate('Ingot test', new Date('2026-01-01T00:00:00Z'))

export const testSigner = createSigner(testPair)

export const testNumber = 'AS-2026-000123'

export const testData = { number: testNumber, kind: 'statement', closing: '12.345678', holder: 'Zoë Łuczak 王' }

/** A small document, not yet signed. */
export const setTestDocument = async (): Promise<Uint8Array> => {
  const { bytes } = await setDocument(
    {
      title: 'Account statement',
      subtitle: 'October 2026',
      holder: ['Zoë Łuczak'],
      parts: [{ kind: 'text', heading: 'A part', paragraphs: ['What stands in it.'] }],
      notes: [],
    },
    {
      number: testNumber,
      issuedAt: new Date('2026-11-01T00:00:00Z'),
      language: 'en',
      zone: 'Europe/Zurich',
      paper: 'A4',
      brand: { name: 'Ingot', accent: '#b8892b', legalLine: '', company: 'Ingot Ltd', supportEmail: 's@ingot.example' },
      verifyUrl: `https://ingot.example/verify?number=${testNumber}`,
    },
    { name: 'data.json', json: JSON.stringify(testData) },
  )
  return bytes
}
