import { Button } from '@mantine/core'
import { sizeWords } from '../../lib/size-words.ts'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Item, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { useCustomerUploads, useOpenUpload } from './queries.ts'

/** What the customer has sent us, as far as the role opens it. */
export const DocumentsSent = ({ customer }: { customer: string }) => {
  const open = useOpenUpload(customer)
  return (
    <>
      <PagedList
        what="documents"
        label="Documents sent to us"
        query={useCustomerUploads(customer)}
        empty={<FormText isQuiet>Nothing that your role opens.</FormText>}
      >
        {({ id, name, title, bytes, uploadedAt, state }) => (
          <Item key={id} heading="h3" title={name}>
            <ItemNote>
              {title}, {sizeWords(bytes)}, <Moment at={uploadedAt} />
            </ItemNote>
            {state === 'erased' ? (
              <ItemNote>Erased</ItemNote>
            ) : (
              <ItemWays>
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Open ${name}`}
                  loading={open.isPending && open.variables.id === id}
                  onClick={() => open.mutate({ id, name })}
                >
                  Open
                </Button>
              </ItemWays>
            )}
          </Item>
        )}
      </PagedList>
      <FormText isQuiet>Each opening is recorded with your name, and the customer sees it under Activity.</FormText>
      <FormProblem failure={open.error} />
    </>
  )
}
