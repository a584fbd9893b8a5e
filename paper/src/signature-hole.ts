// Where a document's signature goes: a field whose value has room for it, and for which bytes it covers, which nobody knows before the last one is written.

/** Bytes for the signature with its certificate. */
export const holeBytes = 4096

const tenDigits = '*'.repeat(10)

/** Stands for what the signature covers until it is filled in, padded to this very length. */
export const byteRangePlaceholder = `[0 /${tenDigits} /${tenDigits} /${tenDigits}]`

/** As it stands in the file. Each is there once. */
export const holeText = `<${'0'.repeat(holeBytes * 2)}>`

// Bits of the format, by the names that it gives them.
const printed = 4
const locked = 128
const signaturesExist = 1
const appendOnly = 2

/** What of pdfkit is not in its types. Its version is pinned, and a test reads what comes of it. */
type Inside = { _root: { data: { AcroForm: { data: Record<string, unknown> } } } }

/** Who signs, and when by his own account, which PAdES wants told here and nowhere else. */
type Claim = { by: string; at: Date }

/** An invisible signature field on the page that is being drawn. `parent` is where screen readers find it. */
export const openHole = (doc: PDFKit.PDFDocument, parent: PDFKit.PDFStructureElement, { by, at }: Claim): void => {
  const signature = doc.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, tenDigits, tenDigits, tenDigits],
    Contents: new Uint8Array(holeBytes),
    Name: new String(by),
    M: at,
  })
  signature.end(undefined)
  doc.initForm()
  const field = doc.struct('Form', { alt: 'Digital signature' })
  parent.add(field)
  const widget = {
    ...{ Subtype: 'Widget', FT: 'Sig', T: new String('Signature'), TU: new String('Digital signature'), V: signature },
    ...{ F: printed | locked, P: doc.page.dictionary, structParent: field },
  }
  doc.annotate(0, doc.page.height, 0, 0, widget as PDFKit.Mixins.AnnotationOption)
  field.end()
  // Viewers that draw fields anew would change what was signed.
  const form = (doc as unknown as Inside)._root.data.AcroForm.data
  delete form.NeedAppearances
  Object.assign(form, { SigFlags: signaturesExist | appendOnly, Fields: [doc.page.annotations.at(-1)] })
}
