// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {BackedToken} from "../contracts/BackedToken.sol";
import {IBurnable} from "../contracts/interfaces/IBurnable.sol";
import {Reserve} from "../contracts/Reserve.sol";
import {Settlement} from "../contracts/Settlement.sol";
import {Wallet} from "../contracts/Wallet.sol";
import {Fixture} from "./support/Fixture.sol";

/// @dev Does at random what each key can do, and what none should be able to, and keeps books of what should have come of it.
contract Everybody is Fixture {
    uint256 public constant WALLETS = 4;
    uint256 public constant IDS = 24;

    /// @dev What each wallet should hold: by token, then by number.
    mapping(IERC20 token => mapping(uint256 number => uint256)) public expected;

    /// @dev What should exist of each token.
    mapping(IERC20 token => uint256) public expectedSupply;

    /// @dev How often an id was reported as done.
    mapping(uint256 id => uint256) public timesDone;

    struct Departure {
        BackedToken token;
        uint256 time;
        uint256 amount;
    }

    /// @dev What left to the outside, in the order of time.
    Departure[] private departures;

    uint256 public attested;
    uint256 public issued;
    uint256 public settled;
    uint256 public stolen;

    constructor() {
        setUp();
        // Something to begin with, so that short runs reach the interesting states too.
        issueAll();
        for (uint256 i = 0; i < 4; ++i) {
            expected[tokens()[i]][0] = SHARE / 2;
            expectedSupply[tokens()[i]] = SHARE / 2;
        }
    }

    function tokenAt(uint256 index) public view returns (BackedToken) {
        return tokens()[index % 4];
    }

    function theReserve() external view returns (Reserve) {
        return reserve;
    }

    function theSettlement() external view returns (Settlement) {
        return settlement;
    }

    function attest(uint256 index, uint256 grams, uint256 units, uint256 vault) external {
        BackedToken token = tokenAt(index);
        grams = between(grams, 0, VAULT);
        // Mostly what can succeed, sometimes not.
        units = units % 4 == 0 ? units % VAULT : grams;
        vault = between(vault, VAULT / 2, VAULT * 2);
        Reserve.Share[] memory shares = new Reserve.Share[](1);
        shares[0] = Reserve.Share({token: token, grams: grams, units: units});
        vm.prank(attestor);
        try reserve.attest(vault, shares, 0) {
            ++attested;
        } catch {}
    }

    function issue(uint256 index, uint256 amount) external {
        BackedToken token = tokenAt(index);
        amount = between(amount, 0, SHARE);
        vm.prank(issuer);
        try token.issue(amount) {
            expected[token][0] += amount;
            expectedSupply[token] += amount;
            ++issued;
        } catch {}
    }

    /// @dev One or two legs between our wallets, to the outside, or to nobody, under an id that may have been used.
    function settleOne(uint256 id, uint256 index, uint256 from, uint256 to, uint256 amount, bool twoLegs) external {
        id = id % IDS;
        from = from % WALLETS;
        BackedToken token = tokenAt(index);
        amount = between(amount, 0, expected[token][from] + 1);
        uint256 back = twoLegs ? amount / 2 : 0;
        Settlement.Leg memory first = legTo(to, token, from, amount);
        Settlement.Item memory item = twoLegs ? itemOf(id, first, inner(token, from, 0, back)) : itemOf(id, first);
        bool before = settlement.isSettled(id);
        settle(batchOf(item));
        if (!before && settlement.isSettled(id)) {
            ++timesDone[id];
            ++settled;
            book(token, from, to, amount);
            book(token, from, 0, back);
        }
    }

    function book(BackedToken token, uint256 from, uint256 to, uint256 amount) private {
        expected[token][from] -= amount;
        if (to % (WALLETS + 2) < WALLETS) expected[token][to % (WALLETS + 2)] += amount;
        else if (to % (WALLETS + 2) == WALLETS) expectedSupply[token] -= amount;
        else departures.push(Departure({token: token, time: block.timestamp, amount: amount}));
    }

    function legTo(uint256 to, BackedToken token, uint256 from, uint256 amount)
        private
        view
        returns (Settlement.Leg memory)
    {
        to = to % (WALLETS + 2);
        if (to < WALLETS) return inner(token, from, to, amount);
        return to == WALLETS ? burnt(token, from, amount) : outward(token, from, outsider, amount);
    }

    /// @dev Amounts that may just fit, at times that may just be late enough.
    function sendOut(uint256 index, uint256 from, uint256 amount, uint256 wait) external {
        vm.warp(block.timestamp + between(wait, 0, 14 hours));
        from = from % WALLETS;
        BackedToken token = tokenAt(index % 2);
        amount = between(amount, 0, expected[token][from] < QMGT_LIMIT ? expected[token][from] : QMGT_LIMIT);
        uint256 id = IDS + departures.length;
        if (settlement.isSettled(id)) return;
        settle(batchOf(itemOf(id, outward(token, from, outsider, amount))));
        if (settlement.isSettled(id)) book(token, from, WALLETS + 1, amount);
    }

    /// @dev The most that left of a token in any 24 hours, both ends included.
    function mostInADay(BackedToken token) external view returns (uint256 most) {
        for (uint256 i = 0; i < departures.length; ++i) {
            uint256 sum;
            for (uint256 j = i; j < departures.length && departures[j].time <= departures[i].time + 24 hours; ++j) {
                if (address(departures[j].token) == address(token)) sum += departures[j].amount;
            }
            if (sum > most) most = sum;
        }
    }

    function departed() external view returns (uint256) {
        return departures.length;
    }

    /// @dev Every door that is not settlement, tried by every key.
    function steal(uint256 index, uint256 number, uint256 who, uint256 amount) external {
        BackedToken token = tokenAt(index);
        address wallet = walletAt(number % WALLETS);
        address thief = [admin, issuer, settler, pauser, attestor, stranger, outsider][who % 7];
        amount = between(amount, 1, SHARE);
        vm.startPrank(thief);
        attempt(address(token), abi.encodeCall(token.transferFrom, (wallet, thief, amount)));
        attempt(wallet, abi.encodeCall(Wallet.send, (token, thief, amount)));
        attempt(wallet, abi.encodeCall(Wallet.burn, (IBurnable(address(token)), amount)));
        attempt(address(token), abi.encodeCall(token.burn, (amount)));
        attempt(
            address(token),
            abi.encodeCall(token.permit, (wallet, thief, amount, type(uint256).max, 27, bytes32(amount), bytes32(who)))
        );
        attempt(
            address(settlement),
            abi.encodeCall(settlement.settleItem, (itemOf(number, outward(token, number % WALLETS, thief, amount))))
        );
        if (thief != settler) {
            attempt(
                address(settlement),
                abi.encodeCall(settlement.settle, (batchOf(itemOf(number, outward(token, number % WALLETS, thief, amount)))))
            );
        }
        if (thief != issuer) attempt(address(token), abi.encodeCall(token.issue, (amount)));
        vm.stopPrank();
    }

    function attempt(address target, bytes memory call) private {
        (bool success,) = target.call(call);
        if (success && target.code.length > 0) ++stolen;
    }

    function pauseAndGoOn(uint256 index) external {
        BackedToken token = tokenAt(index);
        bool paused = token.paused();
        vm.prank(paused ? admin : pauser);
        if (paused) token.unpause();
        else token.pause();
    }
}

contract InvariantsTest is Fixture {
    Everybody private everybody;

    function setUp() public override {
        everybody = new Everybody();
    }

    /// @dev Read by the runner: whom to call at random.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(everybody);
    }

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    /// @dev Read by the runner: what to call. Reading and setting up again would waste the run.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        bytes4[] memory selectors = new bytes4[](10);
        selectors[0] = Everybody.attest.selector;
        selectors[1] = Everybody.issue.selector;
        selectors[2] = Everybody.settleOne.selector;
        selectors[3] = Everybody.steal.selector;
        selectors[4] = Everybody.pauseAndGoOn.selector;
        selectors[5] = Everybody.settleOne.selector;
        selectors[6] = Everybody.settleOne.selector;
        selectors[7] = Everybody.attest.selector;
        selectors[8] = Everybody.sendOut.selector;
        selectors[9] = Everybody.sendOut.selector;
        targets[0] = FuzzSelector({addr: address(everybody), selectors: selectors});
    }

    function invariantSupplyStaysWithinTheShare() public view {
        for (uint256 i = 0; i < 4; ++i) {
            BackedToken token = everybody.tokenAt(i);
            vm.assertLe(token.totalSupply(), everybody.theReserve().capOf(token));
        }
    }

    function invariantSharesStayWithinTheVault() public view {
        Reserve vault = everybody.theReserve();
        uint256 shared;
        for (uint256 i = 0; i < 4; ++i) {
            BackedToken token = everybody.tokenAt(i);
            shared += vault.gramsOf(token);
            if (token.unitsAreGrams()) vm.assertEq(vault.gramsOf(token), vault.capOf(token));
        }
        vm.assertEq(shared, vault.sharedGrams());
        vm.assertLe(shared, vault.vaultGrams());
    }

    function invariantOnlySettlementMovesWallets() public view {
        vm.assertEq(everybody.stolen(), 0);
        Settlement wallets = everybody.theSettlement();
        for (uint256 i = 0; i < 4; ++i) {
            BackedToken token = everybody.tokenAt(i);
            vm.assertEq(token.totalSupply(), everybody.expectedSupply(token));
            for (uint256 number = 0; number < everybody.WALLETS(); ++number) {
                vm.assertEq(token.balanceOf(wallets.walletOf(bytes32(number))), everybody.expected(token, number));
            }
        }
    }

    function invariantNothingIsSettledTwice() public view {
        for (uint256 id = 0; id < everybody.IDS(); ++id) {
            vm.assertLe(everybody.timesDone(id), 1);
        }
    }

    function invariantNoMoreThanTheLimitLeavesInADay() public view {
        uint256[4] memory limits = [QMGT_LIMIT, USDAU_LIMIT, 0, 0];
        for (uint256 i = 0; i < 4; ++i) {
            vm.assertLe(everybody.mostInADay(everybody.tokenAt(i)), limits[i]);
        }
    }

    /// @dev The random play is worth nothing if nothing ever succeeds in it.
    function testThePlayIsPlayable() public {
        everybody.attest(0, SHARE, SHARE + 1, VAULT);
        everybody.issue(0, 5);
        everybody.settleOne(1, 0, 0, 1, 5, true);
        everybody.settleOne(1, 0, 0, 1, 5, true);
        everybody.steal(0, 0, 2, 5);
        everybody.sendOut(0, 0, QMGT_LIMIT, 0);
        everybody.sendOut(0, 0, 1, 14 hours);
        vm.assertEq(everybody.departed(), 1);
        everybody.sendOut(0, 0, 1, 11 hours);
        vm.assertEq(everybody.departed(), 2);
        vm.assertTrue(everybody.attested() == 1 && everybody.issued() == 1);
        vm.assertEq(everybody.settled(), 1);
        vm.assertEq(everybody.stolen(), 0);
        invariantSupplyStaysWithinTheShare();
        invariantSharesStayWithinTheVault();
        invariantOnlySettlementMovesWallets();
        invariantNothingIsSettledTwice();
        invariantNoMoreThanTheLimitLeavesInADay();
    }
}
