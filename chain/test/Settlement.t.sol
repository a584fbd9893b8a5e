// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {Settlement} from "../contracts/Settlement.sol";
import {WalletFactory} from "../contracts/WalletFactory.sol";
import {Fixture} from "./support/Fixture.sol";

contract SettlementTest is Fixture {
    uint256 private constant CUSTOMER = 7;

    address private customer;

    function setUp() public override {
        super.setUp();
        issueAll();
        customer = walletAt(CUSTOMER);
        usdt.mint(customer, 1_000 ether);
    }

    function swap(uint256 id, uint256 dollars, uint256 gold) private view returns (Settlement.Item memory) {
        return itemOf(id, inner(usdt, CUSTOMER, 0, dollars), inner(qmgt, 0, CUSTOMER, gold));
    }

    function tooMuch(address holder, uint256 balance, uint256 needed) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, holder, balance, needed);
    }

    function testFirstMoveDeploysTheWallet() public {
        vm.expectEmit(address(settlement));
        emit WalletFactory.WalletDeployed(bytes32(CUSTOMER), customer);
        vm.expectEmit(address(settlement));
        emit Settlement.Settled(1);
        settle(batchOf(swap(1, 300 ether, 2 ether)));
        vm.assertEq(usdt.balanceOf(customer), 700 ether);
        vm.assertEq(usdt.balanceOf(treasury), 300 ether);
        vm.assertEq(qmgt.balanceOf(customer), 2 ether);
        vm.assertTrue(settlement.isSettled(1));
        vm.assertTrue(customer.code.length > 0);
    }

    function testSeenIdIsHarmless() public {
        settle(batchOf(swap(1, 300 ether, 2 ether)));
        vm.expectEmit(address(settlement));
        emit Settlement.AlreadySettled(1);
        settle(batchOf(swap(1, 300 ether, 2 ether)));
        vm.assertEq(usdt.balanceOf(customer), 700 ether);
        vm.assertEq(qmgt.balanceOf(customer), 2 ether);
    }

    function testSameIdTwiceInABatchHappensOnce() public {
        Settlement.Item[] memory items = new Settlement.Item[](2);
        items[0] = swap(1, 300 ether, 2 ether);
        items[1] = swap(1, 300 ether, 2 ether);
        settle(items);
        vm.assertEq(usdt.balanceOf(customer), 700 ether);
    }

    function testFuzzIdsDoNotTouchEachOther(uint256 id, uint256 other) public {
        vm.assume(id != other);
        settle(batchOf(swap(id, 1, 1)));
        vm.assertTrue(settlement.isSettled(id));
        vm.assertFalse(settlement.isSettled(other));
        settle(batchOf(swap(other, 1, 1)));
        vm.assertEq(qmgt.balanceOf(customer), 2);
    }

    function testLegsHappenTogetherOrNotAtAll() public {
        uint256 supply = qmgt.balanceOf(treasury);
        vm.expectEmit(address(settlement));
        emit Settlement.Refused(1, tooMuch(treasury, supply, supply + 1));
        settle(batchOf(swap(1, 300 ether, supply + 1)));
        vm.assertEq(usdt.balanceOf(customer), 1_000 ether);
        vm.assertFalse(settlement.isSettled(1));
        vm.assertEq(customer.code.length, 0);
    }

    function testRefusedItemMaySucceedLater() public {
        settle(batchOf(swap(1, 1_001 ether, 2 ether)));
        vm.assertFalse(settlement.isSettled(1));
        usdt.mint(customer, 1 ether);
        settle(batchOf(swap(1, 1_001 ether, 2 ether)));
        vm.assertTrue(settlement.isSettled(1));
        vm.assertEq(usdt.balanceOf(customer), 0);
    }

    function testFuzzBadItemsDoNotSinkTheBatch(uint8 bad) public {
        Settlement.Item[] memory items = new Settlement.Item[](8);
        uint256 good;
        for (uint256 i = 0; i < 8; ++i) {
            bool isBad = bad & (1 << i) != 0;
            items[i] = swap(100 + i, isBad ? 2_000 ether : 1 ether, 1 ether);
            if (!isBad) ++good;
        }
        settle(items);
        vm.assertEq(qmgt.balanceOf(customer), good * 1 ether);
        vm.assertEq(usdt.balanceOf(customer), 1_000 ether - good * 1 ether);
        for (uint256 i = 0; i < 8; ++i) {
            vm.assertTrue(settlement.isSettled(100 + i) == (bad & (1 << i) == 0));
        }
    }

    function testBurnsFromOurWalletsOnly() public {
        settle(1, inner(gca, 0, CUSTOMER, 5));
        settle(2, burnt(gca, CUSTOMER, 5));
        vm.assertEq(gca.balanceOf(customer), 0);
        vm.assertEq(gca.totalSupply(), SHARE / 2 - 5);
        vm.expectEmit(address(settlement));
        emit Settlement.Refused(3, tooMuch(customer, 0, 1));
        settle(3, burnt(gca, CUSTOMER, 1));
    }

    function testRefusesItemsWithoutLegsOrWithTooMany() public {
        Settlement.Item memory item = Settlement.Item({id: 1, legs: new Settlement.Leg[](0)});
        vm.expectEmit(address(settlement));
        emit Settlement.Refused(1, abi.encodeWithSelector(Settlement.LegsOutOfRange.selector, 0, 16));
        settle(batchOf(item));
        item.legs = new Settlement.Leg[](17);
        vm.expectEmit(address(settlement));
        emit Settlement.Refused(1, abi.encodeWithSelector(Settlement.LegsOutOfRange.selector, 17, 16));
        settle(batchOf(item));
        vm.assertFalse(settlement.isSettled(1));
    }

    /// @dev The dearest item that there can be still fits into what an item may burn.
    function testMostLegsWithNewWalletsAndNewHoldersFit() public {
        Settlement.Item memory item = Settlement.Item({id: 1, legs: new Settlement.Leg[](16)});
        for (uint256 i = 0; i < 16; ++i) {
            settle(100 + i, inner(gca, 0, 100 + i, 2));
            item.legs[i] = inner(gca, 100 + i, 200 + i, 1);
        }
        settle(batchOf(item));
        vm.assertTrue(settlement.isSettled(1));
    }

    function testASingleLegWithANewWalletAndANewHolderFits() public {
        settle(1, inner(gca, 0, CUSTOMER, 2));
        settle(2, inner(gca, CUSTOMER, 8, 1));
        vm.assertTrue(settlement.isSettled(2));
    }

    /// @dev Whatever gas is offered, a good item is never refused: it is done or the whole batch reverts.
    function testFuzzTooLittleGasRefusesNothing(uint256 gas) public {
        gas = between(gas, 30_000, 400_000);
        vm.prank(settler);
        try settlement.settle{gas: gas}(batchOf(swap(1, 300 ether, 2 ether))) {
            vm.assertTrue(settlement.isSettled(1));
        } catch {
            vm.assertFalse(settlement.isSettled(1));
        }
        vm.assertEq(usdt.balanceOf(customer), settlement.isSettled(1) ? 700 ether : 1_000 ether);
    }

    function testTellsThatGasIsTooLow() public {
        uint256 gas = settlement.gasFor(2);
        vm.expectPartialRevert(Settlement.GasTooLow.selector);
        vm.prank(settler);
        settlement.settle{gas: gas}(batchOf(swap(1, 300 ether, 2 ether)));
    }

    function testFuzzOnlyTheSettlerSettles(address caller) public {
        vm.assume(caller != settler);
        vm.prank(caller);
        vm.expectRevert(missingRole(caller, SETTLER));
        settlement.settle(batchOf(swap(1, 1, 1)));
    }

    function testFuzzNobodyButItselfSettlesAnItem(address caller) public {
        vm.assume(caller != address(settlement));
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(Settlement.NotSelf.selector, caller));
        settlement.settleItem(swap(1, 1, 1));
    }

    function testPauseStopsSettling() public {
        vm.prank(pauser);
        settlement.pause();
        vm.prank(settler);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        settlement.settle(batchOf(swap(1, 1, 1)));
        vm.prank(pauser);
        vm.expectRevert(missingRole(pauser, ADMIN));
        settlement.unpause();
        vm.prank(admin);
        settlement.unpause();
        settle(batchOf(swap(1, 1, 1)));
        vm.assertTrue(settlement.isSettled(1));
    }

    function testFuzzOnlyThePauserPauses(address caller) public {
        vm.assume(caller != pauser);
        vm.prank(caller);
        vm.expectRevert(missingRole(caller, PAUSER));
        settlement.pause();
    }
}
