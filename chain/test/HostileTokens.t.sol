// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Settlement} from "../contracts/Settlement.sol";
import {Fixture} from "./support/Fixture.sol";
import {FalseToken, GasBurningToken, LoudToken, ReentrantToken} from "./support/HostileTokens.sol";

/// @dev A token in the middle of a batch does its worst. The others must not notice.
contract HostileTokensTest is Fixture {
    uint256 private constant BATCH = 50;
    uint256 private constant BASE_GAS = 200_000;
    Settlement.Receiver private constant WALLET = Settlement.Receiver.Wallet;

    function setUp() public override {
        super.setUp();
        issueAll();
    }

    function batchWith(address hostile, uint256 every, Settlement.Receiver receiver)
        private
        view
        returns (Settlement.Item[] memory items)
    {
        items = new Settlement.Item[](BATCH);
        for (uint256 i = 0; i < BATCH; ++i) {
            Settlement.Leg memory good = inner(qmgt, 0, i + 1, 1 ether);
            Settlement.Leg memory bad = Settlement.Leg(IERC20(hostile), 0, receiver, bytes32(uint256(1)), 1);
            items[i] = itemOf(i, good, i % every == 0 ? bad : inner(qmgt, i + 1, 0, 0.5 ether));
        }
    }

    /// @dev Sends with the gas that the contract asks for, and expects all but the hostile items to be done.
    function settleAndCheck(Settlement.Item[] memory items, uint256 every) private {
        uint256 gas = BATCH * settlement.gasFor(2) + BASE_GAS;
        vm.prank(settler);
        settlement.settle{gas: gas}(items);
        for (uint256 i = 0; i < BATCH; ++i) {
            bool good = i % every != 0;
            vm.assertTrue(settlement.isSettled(i) == good);
            vm.assertEq(qmgt.balanceOf(walletAt(i + 1)), good ? 0.5 ether : 0);
        }
    }

    function testTheWholeBatchFitsIntoATransaction() public view {
        // The most that a transaction may have since Osaka.
        vm.assertLe(BATCH * settlement.gasFor(2) + BASE_GAS, 1 << 24);
    }

    function testTokenThatSaysNo() public {
        address token = address(new FalseToken());
        vm.expectEmit(address(settlement));
        emit Settlement.Refused(0, abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, token));
        settleAndCheck(batchWith(token, 7, WALLET), 7);
    }

    function testTokenThatBurnsAllGas() public {
        vm.expectEmit(address(settlement));
        emit Settlement.Refused(0, "");
        settleAndCheck(batchWith(address(new GasBurningToken()), 50, WALLET), 50);
    }

    function testTokenThatBurnsAllGasInEveryOtherItem() public {
        settleAndCheck(batchWith(address(new GasBurningToken()), 2, WALLET), 2);
    }

    function testTokenThatBurnsAllGasWhenBurnt() public {
        settleAndCheck(batchWith(address(new GasBurningToken()), 2, Settlement.Receiver.Nobody), 2);
    }

    function testTokenThatFailsWithALongReason() public {
        bytes memory reason = new bytes(256);
        reason[30] = 0x01;
        reason[31] = 0x23;
        vm.expectEmit(address(settlement));
        emit Settlement.Refused(0, reason);
        settleAndCheck(batchWith(address(new LoudToken()), 2, WALLET), 2);
    }

    function testTokenWithoutCode() public {
        settleAndCheck(batchWith(stranger, 2, WALLET), 2);
    }

    /// @dev What leaves is counted before the token is called, and the token finds every door closed meanwhile.
    function testTokenThatCallsBackDoesNotPassItsLimit() public {
        ReentrantToken token = new ReentrantToken();
        allow(IERC20(address(token)), 10);
        vm.prank(admin);
        settlement.grantRole(SETTLER, address(token));
        Settlement.Item[] memory more = batchOf(itemOf(901, outward(IERC20(address(token)), 0, stranger, 10)));
        token.aim(address(settlement), abi.encodeCall(settlement.settle, (more)));
        settle(900, outward(IERC20(address(token)), 0, stranger, 10));
        vm.assertTrue(token.tried() && !token.succeeded());
        token.aim(address(settlement), abi.encodeCall(settlement.raiseLimit, (IERC20(address(token)))));
        settle(902, inner(IERC20(address(token)), 0, 1, 10));
        vm.assertTrue(token.tried() && !token.succeeded());
        settle(903, outward(IERC20(address(token)), 0, stranger, 1));
        vm.assertTrue(settlement.isSettled(900) && settlement.isSettled(902));
        vm.assertFalse(settlement.isSettled(901) || settlement.isSettled(903));
    }

    /// @dev With less gas than is asked for, a gas burner makes the batch revert, but nothing of it is half done.
    function testFuzzTooLittleGasLeavesNothingHalfDone(uint256 gas) public {
        gas = between(gas, 300_000, 4_000_000);
        Settlement.Item[] memory items = batchWith(address(new GasBurningToken()), 10, WALLET);
        vm.prank(settler);
        try settlement.settle{gas: gas}(items) {
            vm.assertTrue(settlement.isSettled(BATCH - 1));
        } catch {
            for (uint256 i = 0; i < BATCH; ++i) {
                vm.assertFalse(settlement.isSettled(i));
            }
            vm.assertEq(qmgt.balanceOf(treasury), SHARE / 2);
        }
    }
}
