// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {TestAggregator} from "../../contracts/sandbox/TestAggregator.sol";
import {Fixture} from "../support/Fixture.sol";

contract TestAggregatorTest is Fixture {
    TestAggregator private feed;

    function setUp() public override {
        feed = new TestAggregator(address(this));
    }

    function rounds(uint64 first, uint64 second) private pure returns (TestAggregator.Round[] memory list) {
        list = new TestAggregator.Round[](2);
        list[0] = TestAggregator.Round({answer: 4_000e8, updatedAt: first});
        list[1] = TestAggregator.Round({answer: 4_100e8, updatedAt: second});
    }

    function testAnswersWithTheNewestRound() public {
        feed.feed(rounds(100, 200));
        (uint80 id, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredIn) = feed.latestRoundData();
        vm.assertEq(id, 2);
        vm.assertEq(uint256(answer), 4_100e8);
        vm.assertEq(startedAt, 200);
        vm.assertEq(updatedAt, 200);
        vm.assertEq(answeredIn, 2);
        (id, answer,,,) = feed.getRoundData(1);
        vm.assertEq(uint256(answer), 4_000e8);
        vm.assertEq(feed.decimals(), 8);
        vm.assertEq(feed.version(), 1);
        vm.assertEq(feed.description(), "XAU / USD");
    }

    function testRevertsWithoutRounds() public {
        vm.expectRevert(abi.encodeWithSelector(TestAggregator.NoDataPresent.selector, 0));
        feed.latestRoundData();
        vm.expectRevert(abi.encodeWithSelector(TestAggregator.NoDataPresent.selector, 1));
        feed.getRoundData(1);
    }

    function testTakesRoundsInOrderOnly() public {
        vm.expectRevert(abi.encodeWithSelector(TestAggregator.RoundOutOfOrder.selector, 199, 200));
        feed.feed(rounds(200, 199));
        feed.feed(rounds(200, 200));
        vm.expectRevert(abi.encodeWithSelector(TestAggregator.RoundOutOfOrder.selector, 100, 200));
        feed.feed(rounds(100, 300));
    }

    function testTakesRoundsFromItsFeederOnly() public {
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(TestAggregator.NotFeeder.selector, stranger));
        feed.feed(rounds(1, 2));
    }
}
