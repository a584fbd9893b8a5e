import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { type PanelView, panelViews, showView, usePanelView } from '../../lib/wallet-view.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { AssetsView } from './panel/assets-view.tsx'
import { DepositView } from './panel/deposit-view.tsx'
import { closePanel, reopenPanel } from './panel/panel-view.ts'
import { SendView } from './panel/send-view.tsx'
import { AddressBook } from './sending/address-book.tsx'
import classes from './wallet-panel.module.css'

const viewNames = Object.keys(panelViews) as PanelView[]

/** What other features have in it. */
type Joined = {
  /** What is owed. */
  debts?: ReactNode
  /** The way out to a bank. */
  payout?: ReactNode
}

const views: Record<PanelView, (joined: Joined) => ReactNode> = {
  assets: ({ debts }) => <AssetsView debts={debts} />,
  deposit: () => <DepositView />,
  send: ({ debts }) => (
    <>
      {debts}
      <SendView />
    </>
  ),
  payout: ({ debts, payout }) => (
    <>
      {debts}
      {payout}
    </>
  ),
  addresses: () => <AddressBook onNeeded={reopenPanel} />,
}

/** A link in the panel leads to another page, which it must not cover. */
const useCloseOnNavigation = () => {
  const { pathname } = useLocation()
  const [openedAt] = useState(pathname)
  useEffect(() => {
    if (pathname !== openedAt) closePanel()
  }, [pathname, openedAt])
}

/** What opens behind the wallet button: everything the customer has, and every way in and out. */
export const WalletPanel = (joined: Joined) => {
  const view = usePanelView((panel) => panel.view)
  useCloseOnNavigation()
  return (
    <Dialog title="wallet-title" className={classes.panel} onClose={closePanel}>
      <div className={classes.content}>
        <DialogHeader id="wallet-title" onClose={closePanel}>
          Wallet
        </DialogHeader>
        <Tabs
          value={view}
          keepMounted={false}
          color="var(--ingot-gold-text)"
          onChange={(chosen) => showView(chosen as PanelView)}
        >
          <Tabs.List grow className={classes.tabs}>
            {viewNames.map((name) => (
              <Tabs.Tab
                key={name}
                value={name}
                className={classes.tab}
                {...(name === view && { 'data-autofocus': true })}
              >
                {panelViews[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {viewNames.map((name) => (
            <Tabs.Panel key={name} value={name}>
              <div className={classes.view}>{name === view && views[name](joined)}</div>
            </Tabs.Panel>
          ))}
        </Tabs>
      </div>
    </Dialog>
  )
}
