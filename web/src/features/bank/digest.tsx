import { CopyText } from '../../ui/copy-text.tsx'

/** By which a file is known to be the same one, byte for byte. */
export const Digest = ({ of, value }: { of: string; value: string }) => (
  <CopyText label={`SHA-256 of ${of}`} value={value} shown={`${value.slice(0, 12)}…`} />
)
