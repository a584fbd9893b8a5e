import { useEffect, useState } from 'react'

/** An address that only this page knows, until it lets go of it. */
export const useBlobAddress = (blob: Blob | undefined): string | undefined => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!blob) return
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address
}
