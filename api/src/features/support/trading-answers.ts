import type { SupportGroup } from '@ingot/endpoints/support'

const start = { to: '/', label: 'Trade' }

export const tradingAnswers: readonly SupportGroup[] = [
  {
    id: 'gold',
    title: 'Gold and its price',
    questions: [
      {
        id: 'what-is-qmgt',
        question: 'What is QMGT?',
        answer: [
          'A token for gold: one QMGT is one gram of fine gold in the vault. You can keep it, sell it, send it, convert it or take it out as bars.',
        ],
        words: 'token gram gold meaning asset',
        page: start,
      },
      {
        id: 'what-is-usdau',
        question: 'What is USDAU?',
        answer: [
          'A token worth one US dollar that is backed by gold in the vault: behind all USDAU lies gold worth at least {{margin}} of them. If there is too little, we stop selling USDAU until there is enough.',
        ],
        words: 'stable dollar token backed',
        page: start,
      },
      {
        id: 'what-are-gae-gca-gds',
        question: 'What are GAE, GAE Extra, GCA and GDS?',
        answer: [
          'Each unit is one gram of fine gold. GAE is gold that you save, at once or by a plan, and GAE Extra adds to it. GCA is Gold Convert: gold from QMGT, from a bank transfer or from a card payment. GDS is gold that you save within a group.',
        ],
        words: 'gaex products difference gold convert group units',
        page: null,
      },
      {
        id: 'is-it-backed',
        question: 'Is there really gold behind it?',
        answer: [
          'Yes. For each gram issued, a gram in the vault is set aside in the same booking. If none is left, nothing is sold. Bars enter and leave the vault only with two operators.',
        ],
        words: 'backing reserves vault audit safe proof',
        page: null,
      },
      {
        id: 'where-price',
        question: 'Where does the price come from?',
        answer: [
          'From a feed of the world price of gold that we compare with a second source. If they are too far apart, or if the price is older than {{stale}} while the market is open, nothing is traded until it is clear again.',
        ],
        words: 'price feed source stale oracle quote',
        page: start,
      },
      {
        id: 'spread',
        question: 'Why do I pay more than the market price, and get less?',
        answer: [
          'The difference is the spread. For QMGT and USDT it is {{goldSpread}} on either side while the gold market is open, and {{goldClosed}} while it is closed, such as at weekends. You see price, spread and fee before you confirm.',
        ],
        words: 'spread bid ask difference market closed weekend',
        page: start,
      },
      {
        id: 'can-i-lose',
        question: 'Can I lose money?',
        answer: [
          'Yes. The price of gold rises and falls, and with it what your grams are worth. We promise no return. The number of your grams stays the same, whatever the price does.',
        ],
        words: 'risk loss return guarantee interest profit',
        page: { to: '/term-conditions', label: 'Terms and conditions' },
      },
      {
        id: 'price-alerts',
        question: 'Can I be told when the price changes?',
        answer: [
          'Yes. Set a price alert for a level or a move, and we write to you. One that has fired does not fire again for {{alertAgain}}.',
        ],
        words: 'alert notification e-mail level',
        page: { to: '/My-Profile/Alerts', label: 'Price alerts' },
      },
    ],
  },
  {
    id: 'trading',
    title: 'Buying and selling',
    questions: [
      {
        id: 'swap-fees',
        question: 'What does it cost to buy or sell?',
        answer: [
          'The fee is {{goldFee}} for QMGT and USDT, {{bothFee}} for QMGT and USDAU, and {{dollarFee}} for USDAU and USDT, of what you pay. Besides there is the spread: while the market is open {{goldSpread}}, {{bothSpread}} and {{dollarSpread}}.',
        ],
        words: 'swap fee cost commission price trading',
        page: start,
      },
      {
        id: 'trade-limits',
        question: 'How much can I buy or sell?',
        answer: [
          'Each swap from {{tradeLeast}} to {{tradeMost}}, and at most {{tradeMostGrams}} of gold. All products together at most {{dayUsd}} and {{dayGrams}} a day, counted by UTC.',
        ],
        words: 'limit minimum maximum daily least most',
        page: start,
      },
      {
        id: 'how-long-quote',
        question: 'How long is a price held for me?',
        answer: [
          '{{quote}}, and once you are asked for the PIN for {{reserve}} from then on. If it runs out, you see a new price and decide anew.',
        ],
        words: 'quote countdown expired locked seconds',
        page: start,
      },
      {
        id: 'how-to-get-usdt',
        question: 'How do I get USDT into my wallet?',
        answer: [
          'Open the wallet, choose Deposit, and send USDT on the shown network to your address. It is credited once the blockchain has confirmed it for good. Send nothing but the tokens that are named there.',
        ],
        words: 'deposit fund top up wallet address receive crypto',
        page: start,
      },
      {
        id: 'cancel-order',
        question: 'Can I cancel a purchase or a sale?',
        answer: [
          'No. What you have confirmed with the PIN is booked at once and at the price that you saw. You can sell again at the price of the moment.',
        ],
        words: 'undo reverse cancel mistake refund',
        page: null,
      },
      {
        id: 'nothing-for-sale',
        question: 'Why can’t I buy at the moment?',
        answer: [
          'Perhaps there is no current price, the gold that is free in the vault is sold out, you have reached a limit, or the product is not offered where you live. The page names the reason. What you have can still be sold or ended.',
        ],
        words: 'closed unavailable country sold out stopped',
        page: { to: '/status', label: 'System status' },
      },
    ],
  },
]
