// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {OutsideLimits} from "../contracts/OutsideLimits.sol";
import {Settlement} from "../contracts/Settlement.sol";
import {Fixture} from "./support/Fixture.sol";

contract OutsideLimitsTest is Fixture {
    uint256 private constant LIMIT = QMGT_LIMIT;

    uint256 private nextId = 1;

    /// @dev What left and when, for comparison.
    uint256[] private times;
    uint256[] private amounts;

    function setUp() public override {
        super.setUp();
        issueAll();
        // A time as there is on a chain, at the beginning of an hour.
        vm.warp(500_000 hours);
    }

    function sendOut(uint256 amount) private returns (bool) {
        uint256 id = nextId++;
        settle(id, outward(qmgt, 0, outsider, amount));
        return settlement.isSettled(id);
    }

    function left() private view returns (uint256 amount) {
        (, amount) = settlement.outsideLimit(qmgt);
    }

    function refusal(uint256 amount, uint256 room) private view returns (bytes memory) {
        return abi.encodeWithSelector(OutsideLimits.OutsideLimitReached.selector, qmgt, amount, room);
    }

    function testLimitsToBeginWithAreThoseOfTheConstructor() public view {
        (uint256 dollars, uint256 dollarsLeft) = settlement.outsideLimit(usdt);
        (uint256 gold,) = settlement.outsideLimit(qmgt);
        (uint256 golden,) = settlement.outsideLimit(usdau);
        (uint256 bound,) = settlement.outsideLimit(gca);
        vm.assertTrue(dollars == USDT_LIMIT && gold == QMGT_LIMIT && golden == USDAU_LIMIT && bound == 0);
        vm.assertEq(dollarsLeft, USDT_LIMIT);
    }

    function testTellsWhatIsLeftWhenItRefuses() public {
        vm.assertTrue(sendOut(LIMIT - 10));
        vm.expectEmit(address(settlement));
        emit Settlement.Refused(nextId, refusal(11, 10));
        vm.assertFalse(sendOut(11));
        vm.assertTrue(sendOut(10));
        vm.assertFalse(sendOut(1));
        vm.assertEq(qmgt.balanceOf(outsider), LIMIT);
    }

    /// @dev Split over legs, items or batches: the sum is what counts.
    function testLegsOfAnItemCountTogether() public {
        settle(batchOf(itemOf(100, outward(qmgt, 0, outsider, LIMIT), outward(qmgt, 0, stranger, 1))));
        vm.assertFalse(settlement.isSettled(100));
        vm.assertEq(left(), LIMIT);
    }

    /// @dev An item that fails later has left nothing, and counts for nothing.
    function testWhatWasUndoneDoesNotCount() public {
        settle(batchOf(itemOf(100, outward(qmgt, 0, outsider, LIMIT), inner(qmgt, 99, 0, 1))));
        vm.assertFalse(settlement.isSettled(100));
        vm.assertEq(left(), LIMIT);
        vm.assertTrue(sendOut(LIMIT));
    }

    function testTokensHaveLimitsOfTheirOwn() public {
        vm.assertTrue(sendOut(LIMIT));
        settle(100, outward(usdau, 0, outsider, 1 ether));
        vm.assertTrue(settlement.isSettled(100));
    }

    function testRoomComesBackAfterADayAtTheFullHour() public {
        vm.warp(500_000 hours + 59 minutes);
        vm.assertTrue(sendOut(LIMIT));
        vm.warp(500_024 hours + 59 minutes + 59 seconds);
        vm.assertEq(left(), 0);
        vm.assertFalse(sendOut(1));
        vm.warp(500_025 hours);
        vm.assertEq(left(), LIMIT);
        vm.assertTrue(sendOut(LIMIT));
    }

    function testInnerMovesAndBurningDoNotCount() public {
        settle(100, inner(qmgt, 0, 7, LIMIT * 3));
        settle(101, burnt(qmgt, 7, LIMIT * 2));
        vm.assertTrue(settlement.isSettled(100) && settlement.isSettled(101));
        vm.assertEq(left(), LIMIT);
    }

    /// @dev Whatever is sent whenever, what left in any 24 hours is never above the limit; and what the contract says is left
    /// is the limit without the hour under way and the 24 before it.
    function testFuzzStaysWithinTheLimitInAnyDay(uint256 seed) public {
        uint256 time = block.timestamp;
        for (uint256 step = 0; step < 40; ++step) {
            seed = uint256(keccak256(abi.encode(seed)));
            // Often within the hour, sometimes a day and more.
            uint256 most = [uint256(10 minutes), 3 hours, 13 hours, 26 hours][(seed >> 16) % 4];
            time += (seed >> 24) % most;
            vm.warp(time);
            vm.assertEq(left(), LIMIT - countedAt(time));
            uint256 amount = (seed >> 64) % (LIMIT / (1 + (seed >> 8) % 8) + 1);
            bool fits = amount <= left();
            vm.assertTrue(sendOut(amount) == fits);
            if (!fits) continue;
            times.push(time);
            amounts.push(amount);
            vm.assertLe(leftWithin(time), LIMIT);
        }
        vm.assertTrue(times.length > 5);
    }

    function countedAt(uint256 time) private view returns (uint256 sum) {
        for (uint256 i = 0; i < times.length; ++i) {
            if (times[i] / 1 hours + 24 >= time / 1 hours) sum += amounts[i];
        }
    }

    function leftWithin(uint256 time) private view returns (uint256 sum) {
        for (uint256 i = 0; i < times.length; ++i) {
            if (times[i] + 24 hours >= time) sum += amounts[i];
        }
    }

    function testFuzzTellsFromWhenAnAmountFits(uint256 first, uint256 second, uint256 amount, uint256 pause) public {
        vm.assertTrue(sendOut(between(first, 0, LIMIT)));
        vm.warp(block.timestamp + between(pause, 0, 20 hours));
        vm.assertTrue(sendOut(between(second, 0, left())));
        amount = between(amount, 0, LIMIT);
        uint256 from = settlement.outsideFrom(qmgt, amount);
        vm.assertTrue((from == block.timestamp) == (amount <= left()));
        if (from > block.timestamp) {
            vm.warp(from - 1);
            vm.assertTrue(left() < amount);
            vm.warp(from);
        }
        vm.assertTrue(sendOut(amount));
        vm.assertEq(settlement.outsideFrom(qmgt, LIMIT + 1), type(uint256).max);
    }

    function testFuzzNamesAnAddressAndNothingMore(uint256 to) public {
        vm.assume(to >> 160 != 0);
        Settlement.Leg memory leg = outward(qmgt, 0, outsider, 1);
        leg.to = bytes32(to);
        vm.expectEmit(address(settlement));
        emit Settlement.Refused(1, abi.encodeWithSelector(Settlement.NotAnAddress.selector, leg.to));
        settle(1, leg);
    }

    function testRaiseTakesTheAdminAndTwoDays() public {
        uint256 from = block.timestamp + 2 days;
        vm.expectEmit(address(settlement));
        emit OutsideLimits.RaiseRequested(qmgt, LIMIT * 2, from);
        vm.prank(admin);
        settlement.requestRaise(qmgt, LIMIT * 2);
        (uint256 limit, uint256 when) = settlement.requestedRaise(qmgt);
        vm.assertTrue(limit == LIMIT * 2 && when == from);
        vm.warp(from - 1);
        vm.expectRevert(abi.encodeWithSelector(OutsideLimits.RaiseTooEarly.selector, qmgt, from));
        settlement.raiseLimit(qmgt);
        vm.assertFalse(sendOut(LIMIT + 1));
        vm.warp(from);
        vm.expectEmit(address(settlement));
        emit OutsideLimits.LimitChanged(qmgt, LIMIT * 2);
        vm.prank(stranger);
        settlement.raiseLimit(qmgt);
        vm.assertTrue(sendOut(LIMIT * 2));
        vm.expectRevert(abi.encodeWithSelector(OutsideLimits.NoRaiseRequested.selector, qmgt));
        settlement.raiseLimit(qmgt);
    }

    function testRaiseIsCalledOffByAdminOrPauser() public {
        address[2] memory callers = [admin, pauser];
        for (uint256 i = 0; i < 2; ++i) {
            vm.prank(admin);
            settlement.requestRaise(qmgt, LIMIT * 2);
            vm.expectEmit(address(settlement));
            emit OutsideLimits.RaiseCancelled(qmgt, LIMIT * 2);
            vm.prank(callers[i]);
            settlement.cancelRaise(qmgt);
            vm.warp(block.timestamp + 3 days);
            vm.expectRevert(abi.encodeWithSelector(OutsideLimits.NoRaiseRequested.selector, qmgt));
            settlement.raiseLimit(qmgt);
        }
        vm.prank(pauser);
        vm.expectRevert(abi.encodeWithSelector(OutsideLimits.NoRaiseRequested.selector, qmgt));
        settlement.cancelRaise(qmgt);
    }

    function testAskingAgainBeginsAnew() public {
        vm.prank(admin);
        settlement.requestRaise(qmgt, LIMIT * 2);
        vm.warp(block.timestamp + 1 days);
        vm.prank(admin);
        settlement.requestRaise(qmgt, LIMIT * 3);
        vm.warp(block.timestamp + 1 days);
        vm.expectPartialRevert(OutsideLimits.RaiseTooEarly.selector);
        settlement.raiseLimit(qmgt);
    }

    function testLoweringHoldsAtOnceAndCallsOffARaise() public {
        vm.assertTrue(sendOut(LIMIT / 2));
        vm.prank(admin);
        settlement.requestRaise(qmgt, LIMIT * 2);
        vm.prank(admin);
        settlement.lowerLimit(qmgt, LIMIT / 4);
        vm.assertEq(left(), 0);
        vm.assertFalse(sendOut(1));
        vm.warp(block.timestamp + 3 days);
        vm.expectRevert(abi.encodeWithSelector(OutsideLimits.NoRaiseRequested.selector, qmgt));
        settlement.raiseLimit(qmgt);
        vm.assertFalse(sendOut(LIMIT / 4 + 1));
        vm.assertTrue(sendOut(LIMIT / 4));
    }

    function testEachWayHasItsOwnDoor() public {
        vm.startPrank(admin);
        vm.expectRevert(abi.encodeWithSelector(OutsideLimits.WrongDirection.selector, qmgt, LIMIT, LIMIT));
        settlement.requestRaise(qmgt, LIMIT);
        vm.expectRevert(abi.encodeWithSelector(OutsideLimits.WrongDirection.selector, qmgt, LIMIT, LIMIT));
        settlement.lowerLimit(qmgt, LIMIT);
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 96, 1 << 96));
        settlement.requestRaise(qmgt, 1 << 96);
        vm.stopPrank();
    }

    function testFuzzOnlyTheAdminChangesLimits(address caller) public {
        vm.assume(caller != admin);
        vm.startPrank(caller);
        vm.expectRevert(missingRole(caller, ADMIN));
        settlement.requestRaise(qmgt, LIMIT * 2);
        vm.expectRevert(missingRole(caller, ADMIN));
        settlement.lowerLimit(qmgt, 0);
        vm.stopPrank();
        vm.prank(admin);
        settlement.requestRaise(qmgt, LIMIT * 2);
        vm.assume(caller != pauser);
        vm.prank(caller);
        vm.expectRevert(missingRole(caller, PAUSER));
        settlement.cancelRaise(qmgt);
    }

    /// @dev A token that came by itself stays until somebody has decided that it may leave.
    function testStrayTokenLeavesOnlyAfterALimitIsSet() public {
        IERC20 stray = IERC20(address(gca));
        settle(1, outward(stray, 0, outsider, 1));
        vm.assertFalse(settlement.isSettled(1));
        allow(stray, 1);
        settle(1, outward(stray, 0, outsider, 1));
        vm.assertTrue(settlement.isSettled(1));
    }
}
