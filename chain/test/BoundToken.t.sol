// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BoundToken} from "../contracts/BoundToken.sol";
import {Fixture} from "./support/Fixture.sol";

contract BoundTokenTest is Fixture {
    function setUp() public override {
        super.setUp();
        issueAll();
    }

    function testMovesThroughSettlement() public {
        settle(1, inner(gca, 0, 7, 10));
        settle(2, inner(gca, 7, 8, 4));
        settle(3, burnt(gca, 7, 6));
        vm.assertEq(gca.balanceOf(walletAt(7)), 0);
        vm.assertEq(gca.balanceOf(walletAt(8)), 4);
        vm.assertEq(gca.totalSupply(), SHARE / 2 - 6);
    }

    function testFuzzMovesNoOtherWay(address holder, address to, uint96 amount) public {
        vm.assume(holder != address(0) && to != address(0) && holder.codehash != settlement.walletCodeHash());
        vm.assume(uint256(amount) <= SHARE / 2);
        allow(gca, SHARE);
        settle(1, outward(gca, 0, holder, amount));
        vm.prank(holder);
        vm.expectRevert(abi.encodeWithSelector(BoundToken.OnlyThroughSettlement.selector, holder, to, amount));
        gca.transfer(to, amount);
        vm.prank(holder);
        gca.approve(to, type(uint256).max);
        vm.prank(to);
        vm.expectRevert(abi.encodeWithSelector(BoundToken.OnlyThroughSettlement.selector, holder, to, amount));
        gca.transferFrom(holder, to, amount);
        vm.assertEq(gca.balanceOf(holder), amount);
    }

    function testDoesNotLeaveWithoutALimit() public {
        settle(1, outward(gca, 0, outsider, 1));
        settle(2, outward(gae, 0, outsider, 1));
        vm.assertFalse(settlement.isSettled(1) || settlement.isSettled(2));
    }

    function testWhilePausedOurWalletsBurnAndNothingElseHappens() public {
        settle(1, inner(gca, 0, 7, 10));
        vm.prank(pauser);
        gca.pause();
        settle(2, inner(gca, 7, 8, 4));
        vm.assertFalse(settlement.isSettled(2));
        settle(3, burnt(gca, 7, 6));
        settle(4, burnt(gca, 0, 1));
        vm.assertTrue(settlement.isSettled(3) && settlement.isSettled(4));
        vm.assertEq(gca.balanceOf(walletAt(7)), 4);
        vm.assertEq(gca.totalSupply(), SHARE / 2 - 7);
    }

    /// @dev Even an approval that a wallet could never give would not help.
    function testApprovalByAWalletWouldNotHelp() public {
        vm.prank(treasury);
        gca.approve(stranger, 5);
        vm.prank(stranger);
        vm.expectRevert(abi.encodeWithSelector(BoundToken.OnlyThroughSettlement.selector, treasury, stranger, 5));
        gca.transferFrom(treasury, stranger, 5);
    }
}
