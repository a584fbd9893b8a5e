import type { DeskWithdrawalDetails } from '@ingot/endpoints/withdrawal-desk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormText } from '../../ui/form.tsx'
import { PackDialog } from './pack-dialog.tsx'
import { ScanBars } from './scan-bars.tsx'
import { useScanning } from './scanning.ts'
import classes from './withdrawal-desk.module.css'

/** Packs by serial what another operator has approved. */
export const Packing = ({ withdrawal }: { withdrawal: DeskWithdrawalDetails }) => {
  const { bars, isApprovedByMe } = withdrawal
  const scanning = useScanning(bars)
  const [isPacking, setIsPacking] = useState(false)
  if (isApprovedByMe) return <FormText>You approved this withdrawal, so another operator has to pack it.</FormText>
  return (
    <div className={classes.part}>
      <ScanBars bars={bars} scanning={scanning} />
      {scanning.isWhole && (
        <div>
          <Button onClick={() => setIsPacking(true)}>Pack it</Button>
        </div>
      )}
      {isPacking && (
        <PackDialog withdrawal={withdrawal} serials={scanning.serials} onClose={() => setIsPacking(false)} />
      )}
    </div>
  )
}
