import type { PaymentFile } from '@ingot/endpoints/bank'
import { Button } from '@mantine/core'
import { useHasRole } from '../../lib/use-operator.ts'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Item, ItemFigure, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Digest } from './digest.tsx'
import { counted, Dollars } from './dollars.tsx'
import { useFiles, useSaveFile } from './queries.ts'

const FileItem = ({ file }: { file: PaymentFile }) => {
  const maySave = useHasRole('Owner', 'Finance')
  const save = useSaveFile()
  const { name, sha256, payments, sum, madeBy, at } = file
  return (
    <Item
      heading="h3"
      title={name}
      aside={
        <ItemFigure>
          <Dollars value={sum} />
        </ItemFigure>
      }
    >
      <ItemNote>
        {counted(payments, 'payment')} · made by {madeBy}, <Moment at={at} />
      </ItemNote>
      <FigureRows isAlone>
        <FigureRow name="SHA-256 of the file">
          <Digest of={name} value={sha256} />
        </FigureRow>
      </FigureRows>
      {maySave && (
        <ItemWays>
          <Button
            variant="default"
            size="xs"
            aria-label={`Download ${name}`}
            loading={save.isPending}
            onClick={() => save.mutate(file)}
          >
            Download
          </Button>
        </ItemWays>
      )}
      <FormProblem failure={save.error} />
    </Item>
  )
}

/** What was made for the bank, byte for byte, newest first. */
export const Files = () => (
  <PagedList
    what="files"
    label="Files"
    query={useFiles()}
    empty={<EmptyState title="No files yet">What was made of payments for the bank is listed here.</EmptyState>}
  >
    {(file) => <FileItem key={file.id} file={file} />}
  </PagedList>
)
